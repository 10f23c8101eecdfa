/** Errors for objects whose class lacks the method of a statement. */
/** If a class defines one of `__setitem__` and `__delitem__`, skulpt sets the slot for both. */
const itemMethods = { objectSetItem: '__setitem__', objectDelItem: '__delitem__' };
for (const [name, method] of Object.entries(itemMethods)) {
  const plain = Sk.abstr[name];
  Sk.abstr[name] = (object, ...rest) => {
    if (object.hp$type && object.mp$ass_subscript !== undefined) Sk.$special(object, method);
    return plain(object, ...rest);
  };
}

const { abs } = Sk.builtins;
Sk.builtins.abs = py.define('abs', ['number'], (number) => {
  if (number.nb$abs === undefined) py.raise('TypeError', `bad operand type for abs(): '${Sk.abstr.typeName(number)}'`);
  return py.call(abs, number);
});

let ranks = new WeakMap();
let next = 0;
py.resetOrder = () => {
  ranks = new WeakMap();
  next = 0;
};
const rankOf = (object) => {
  if (!ranks.has(object)) {
    ranks.set(object, next);
    next += 1;
  }
  return ranks.get(object);
};
const orders = { Lt: (by) => by < 0, LtE: (by) => by <= 0, Gt: (by) => by > 0, GtE: (by) => by >= 0 };
/**
 * Compares objects of which at least one belongs to a class of the script: by class name, then in the order of their
 * first comparison.
 */
Sk.$order = (left, right, operator) => {
  if (!(left.hp$type || right.hp$type) || orders[operator] === undefined) return undefined;
  const [one, other] = [left, right].map(Sk.abstr.typeName);
  const by = one === other ? rankOf(left) - rankOf(right) : one < other ? -1 : 1;
  return orders[operator](by);
};
