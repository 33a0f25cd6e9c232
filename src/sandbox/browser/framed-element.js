/** What all elements on the app's page have in common: a container with a frame, whose content it cannot read. */
import { frameFor } from './frame.js'

let orders = 0

export class FramedElement {
  #base
  #group
  #isDestroyed = false
  #listeners = new Map()
  #options
  #pending = new Map()
  #port = null
  container = null
  isReady = false

  constructor({ type, options, base, group }) {
    this.type = type
    this._elementType = type
    this.#options = { ...options }
    this.#base = base
    this.#group = group
  }

  get base() {
    return this.#base
  }

  get group() {
    return this.#group
  }

  get options() {
    return this.#options
  }

  mount(place) {
    if (this.#isDestroyed) throw new Error('This Element has already been destroyed.')
    const container = typeof place === 'string' ? document.querySelector(place) : place
    if (!container) throw new Error('The selector or element you specified is not on the page.')
    if (this.container === container) return
    this.unmount()
    this.container = container
    this.onMount()
    container.replaceChildren(this.#newFrame())
  }

  unmount() {
    if (!this.container) return
    this.onUnmount()
    this.container.replaceChildren()
    this.#port?.close()
    this.#port = null
    this.container = null
    this.isReady = false
    for (const resolve of this.#pending.values()) resolve({ error: this.gone })
    this.#pending.clear()
  }

  destroy() {
    if (this.#isDestroyed) throw new Error('This Element has already been destroyed.')
    this.unmount()
    this.#isDestroyed = true
    this.#group.forget(this)
  }

  update(options) {
    this.#options = { ...this.#options, ...options }
    this.order({ type: 'update', options: this.frameOptions() })
  }

  focus() {
    this.order({ type: 'focus' })
  }

  blur() {
    this.order({ type: 'blur' })
  }

  clear() {
    this.order({ type: 'clear' })
  }

  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    return this
  }

  once(name, listener) {
    const first = event => {
      this.off(name, first)
      listener(event)
    }
    return this.on(name, first)
  }

  off(name, listener) {
    const rest = (this.#listeners.get(name) ?? []).filter(one => listener && one !== listener)
    this.#listeners.set(name, rest)
    return this
  }

  isHeard(name) {
    return (this.#listeners.get(name) ?? []).length > 0
  }

  emit(name, event) {
    for (const listener of this.#listeners.get(name) ?? []) {
      listener({ elementType: this.type, ...event })
    }
  }

  order(message, transfer = []) {
    this.#port?.postMessage(message, transfer)
  }

  /** Has the frame do something, and resolves with what it answers. */
  ask(message, transfer = []) {
    if (!this.isReady) return Promise.resolve({ error: this.gone })
    orders += 1
    const id = orders
    return new Promise(resolve => {
      this.#pending.set(id, resolve)
      this.order({ ...message, id }, transfer)
    })
  }

  get gone() {
    return { type: 'validation_error', message: `The ${this.type} Element is not on the page.` }
  }

  // What one kind of element does in its own way.
  onMount() {}
  onUnmount() {}
  onReady() {
    this.emit('ready', {})
  }
  onMessage() {}
  frameOptions() {
    return {}
  }

  #newFrame() {
    const { holder, frame } = frameFor(this.type, this.#base)
    frame.addEventListener('load', () => this.#connect(frame))
    frame.addEventListener('error', () => this.#failLoading())
    return holder
  }

  #connect(frame) {
    if (!frame.isConnected || this.#port) return
    const channel = new MessageChannel()
    this.#port = channel.port1
    this.#port.onmessage = ({ data }) => this.#hear(data, frame)
    const start = { options: this.frameOptions() }
    frame.contentWindow.postMessage(start, location.origin, [channel.port2])
    // A frame that answers is ready at once; an error page in its place never is.
    setTimeout(() => {
      if (frame.isConnected && !this.isReady) this.#failLoading()
    }, 5000)
  }

  #hear(message, frame) {
    if (message.type === 'ready') {
      this.isReady = true
      this.onReady()
    } else if (message.type === 'height' && message.height > 0) {
      frame.style.height = `${message.height}px`
    } else if (message.type === 'answer') {
      this.#pending.get(message.id)?.(message.result)
      this.#pending.delete(message.id)
    } else if (['focus', 'blur', 'escape'].includes(message.type)) {
      this.onMessage(message)
      this.emit(message.type, {})
    } else this.onMessage(message)
  }

  #failLoading() {
    const message = `The ${this.type} Element did not load.`
    this.emit('loaderror', { error: { type: 'api_connection_error', message } })
  }
}
