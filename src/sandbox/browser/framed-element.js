/** Base of all elements: a container with a frame whose content the shop's page cannot read. */
import { createFrame } from './frame.js'

let requestCount = 0

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

  mount(container) {
    if (this.#isDestroyed) throw new Error('This Element has already been destroyed.')
    if (this.container === container) return
    this.unmount()
    this.container = container
    this.onMount()
    container.replaceChildren(this.#createFrame())
  }

  unmount() {
    if (!this.container) return
    this.onUnmount()
    this.container.replaceChildren()
    this.#port?.close()
    this.#port = null
    this.container = null
    this.isReady = false
    for (const resolve of this.#pending.values()) resolve({ error: this.notMountedError })
    this.#pending.clear()
  }

  destroy() {
    if (this.#isDestroyed) throw new Error('This Element has already been destroyed.')
    this.unmount()
    this.#isDestroyed = true
    this.#group.removeElement(this)
  }

  update(options) {
    this.#options = { ...this.#options, ...options }
    this.send({ type: 'update', options: this.frameOptions() })
  }

  focus() {
    this.send({ type: 'focus' })
  }

  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    return this
  }

  off(name, listener) {
    const rest = (this.#listeners.get(name) ?? []).filter(candidate => candidate !== listener)
    this.#listeners.set(name, rest)
    return this
  }

  hasListener(name) {
    return (this.#listeners.get(name) ?? []).length > 0
  }

  emit(name, event) {
    for (const listener of this.#listeners.get(name) ?? []) {
      listener({ elementType: this.type, ...event })
    }
  }

  send(message, transfer = []) {
    this.#port?.postMessage(message, transfer)
  }

  /** Sends a request to the frame; resolves with its response. */
  request(message, transfer = []) {
    if (!this.isReady) return Promise.resolve({ error: this.notMountedError })
    requestCount += 1
    const id = requestCount
    return new Promise(resolve => {
      this.#pending.set(id, resolve)
      this.send({ ...message, id }, transfer)
    })
  }

  get notMountedError() {
    return { type: 'validation_error', message: `The ${this.type} Element is not on the page.` }
  }

  // Hooks for subclasses.
  onMount() {}
  onUnmount() {}
  onReady() {
    this.emit('ready', {})
  }
  onMessage() {}
  frameOptions() {
    return {}
  }

  #createFrame() {
    const { container, frame } = createFrame(this.type, this.#base)
    frame.addEventListener('load', () => this.#connect(frame))
    frame.addEventListener('error', () => this.#failLoading())
    return container
  }

  #connect(frame) {
    if (!frame.isConnected || this.#port) return
    const channel = new MessageChannel()
    this.#port = channel.port1
    this.#port.onmessage = ({ data }) => this.#handleMessage(data, frame)
    const start = { options: this.frameOptions() }
    frame.contentWindow.postMessage(start, location.origin, [channel.port2])
    // A working frame responds immediately; an error page in its place never does.
    setTimeout(() => {
      if (frame.isConnected && !this.isReady) this.#failLoading()
    }, 5000)
  }

  #handleMessage(message, frame) {
    if (message.type === 'ready') {
      this.isReady = true
      this.onReady()
    } else if (message.type === 'height' && message.height > 0) {
      frame.style.height = `${message.height}px`
    } else if (message.type === 'answer') {
      this.#pending.get(message.id)?.(message.result)
      this.#pending.delete(message.id)
    } else if (['focus', 'blur'].includes(message.type)) {
      this.emit(message.type, {})
    } else this.onMessage(message)
  }

  #failLoading() {
    const message = `The ${this.type} Element did not load.`
    this.emit('loaderror', { error: { type: 'api_connection_error', message } })
  }
}
