/* What rests on what. */

/**
 * Return every object in a piece of JSON that names an operation.
 * @param {any} tree
 * @param {Tree[]} into Where they are added.
 * @returns {Tree[]}
 */
export function nodes(tree, into = []) {
  if (tree === null || typeof tree !== "object") return into;
  if (tree.op) into.push(tree);
  for (const key in tree) if (typeof tree[key] === "object") nodes(tree[key], into);
  return into;
}

/**
 * Return everything that can be reached from a start, itself included.
 * @param {string} start
 * @param {(name: string) => Iterable<string>} targets
 * @returns {Set<string>}
 */
export function reachable(start, targets) {
  const reached = new Set([start]);
  for (const name of reached) for (const target of targets(name)) reached.add(target);
  return reached;
}

/**
 * Return the strongly connected components of a graph (Tarjan 1972), those that others lead to first.
 * @param {Map<string, Iterable<string>>} graph
 * @returns {string[][]}
 */
export function components(graph) {
  /** @type {Map<string, number>} */
  const order = new Map(), low = new Map();
  /** @type {string[]} */
  const stack = [];
  const onStack = new Set();
  /** @type {string[][]} */
  const result = [];
  for (const root of graph.keys()) {
    if (order.has(root)) continue;
    const enter = (/** @type {string} */ node) => {
      low.set(node, order.size);
      order.set(node, order.size);
      stack.push(node);
      onStack.add(node);
      return { node, targets: (graph.get(node) ?? [])[Symbol.iterator]() };
    };
    const work = [enter(root)];
    while (work.length) {
      const { node, targets } = work[work.length - 1];
      const { done, value: target } = targets.next();
      if (!done) {
        if (!order.has(target)) work.push(enter(target));
        else if (onStack.has(target)) low.set(node, Math.min(low.get(node), order.get(target)));
        continue;
      }
      work.pop();
      const above = work[work.length - 1]?.node;
      if (above !== undefined) low.set(above, Math.min(low.get(above), low.get(node)));
      if (low.get(node) === order.get(node)) {
        const component = stack.splice(stack.lastIndexOf(node));
        component.forEach((member) => onStack.delete(member));
        result.push(component);
      }
    }
  }
  return result;
}
