/** Stands in for `hoist-non-react-statics` in the browser: a component without statics is as it was. */
export default <C>(target: C): C => target
