/** Replaces `hoist-non-react-statics` in the browser: our components have no statics to copy. */
export default <C>(target: C): C => target
