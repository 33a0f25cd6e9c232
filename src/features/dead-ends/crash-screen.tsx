import { Component, type ReactNode } from 'react'
import { report } from '@/client/report'
import { Crash } from '@/features/dead-ends/crash'
import { english } from '@/features/dead-ends/english'
import { Button } from '@/ui/button'

interface Props {
  children: ReactNode
}

/** Shows the error screen in place of a page that has failed, until it is tried again or left. */
export class CrashScreen extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  private isReported = false

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    if (this.isReported) return
    this.isReported = true
    report('screen', error)
  }

  // Another page has been opened, by the back button for instance: it is not the one that failed.
  override componentDidUpdate({ children }: Props) {
    if (this.state.hasFailed && children !== this.props.children) this.tryAgain()
  }

  private tryAgain = () => this.setState({ hasFailed: false })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <Crash again={<Button onClick={this.tryAgain}>{english.crash.again}</Button>} />
  }
}
