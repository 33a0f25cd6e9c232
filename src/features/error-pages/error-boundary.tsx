import { Component, type ComponentType, type ReactNode } from 'react'
import { report } from '@/client/api/report-error'
import { Button } from '@/ui/button'

interface Props {
  children: ReactNode
}

interface State {
  hasFailed: boolean
  /** The error screen, once loaded. */
  Screen?: ComponentType<{ retryAction: ReactNode }>
}

/** Replaces a failed page with the error screen until a retry or a navigation. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }
  private isReported = false

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    import('@/features/error-pages/error-screen').then(
      ({ ErrorScreen }) => this.setState({ Screen: ErrorScreen }),
      () => this.setState({ Screen: FallbackScreen }),
    )
    if (this.isReported) return
    this.isReported = true
    report('screen', error)
  }

  // A navigation, such as the back button, has replaced the failed page.
  override componentDidUpdate({ children }: Props) {
    if (this.state.hasFailed && children !== this.props.children) this.retry()
  }

  private retry = () => this.setState({ hasFailed: false })

  override render() {
    const { hasFailed, Screen } = this.state
    if (!hasFailed) return this.props.children
    return Screen ? <Screen retryAction={<Button onClick={this.retry}>Try again</Button>} /> : null
  }
}

/** Shown when the error screen itself fails to load. */
const FallbackScreen = ({ retryAction }: { retryAction: ReactNode }) => (
  <main className="p-4">{retryAction}</main>
)
