/* Looking something up by a name that anybody may have written. */

/**
 * Return what an object itself has under a name: nothing for what every object has, such as "constructor".
 * @template V
 * @param {Record<string, V>} object
 * @param {any} name
 * @returns {V | undefined}
 */
export function lookUp(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
