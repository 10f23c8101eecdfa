/**
 * JSONPath: `$.a.b[0]`, `[-1:]`, `[1:3]`, `['a','b']`, `[*]`, `..name` and filters such as `[?(@.id == 7 && @.ok)]`.
 */
const invalid = (path) => py.raise('ValueError', `'${path.slice(0, 200)}' is not a path that is supported`);
/** The maximum number of values that one path may visit: `..` visits each part of a document. */
const maxVisits = 200_000;

const isObject = (value) => value !== null && typeof value === 'object';
const valuesOf = (value) => (isObject(value) ? Object.values(value) : []);
const member = (value, name) =>
  isObject(value) && !Array.isArray(value) && Object.hasOwn(value, name) ? [value[name]] : [];

const token =
  /(\.\.)|\.?\*|\.?([^\s.[\]()'"*]+)|\[\s*(?:(\*)|(-?\d+(?:\s*,\s*-?\d+)*)|(-?\d*)\s*:\s*(-?\d*)|((?:'[^']*'|"[^"]*")(?:\s*,\s*(?:'[^']*'|"[^"]*"))*)|\?\(((?:[^()'"]|'[^']*'|"[^"]*")*)\))\s*\]/y;

const stepOf = (path, [whole, , name, all, indexes, from, to, quoted, filter]) => {
  if (name !== undefined) return (value) => member(value, name);
  if (all !== undefined || whole.endsWith('*')) return valuesOf;
  if (indexes !== undefined) {
    const wanted = indexes.split(',').map(Number);
    return (value) => (Array.isArray(value) ? wanted.flatMap((at) => value.slice(at, at + 1 || undefined)) : []);
  }
  if (from !== undefined) {
    const [start, end] = [from, to].map((text) => (text === '' ? undefined : Number(text)));
    return (value) => (Array.isArray(value) ? value.slice(start, end) : []);
  }
  if (quoted !== undefined) {
    const names = [...quoted.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, one, other]) => one ?? other);
    return (value) => names.flatMap((each) => member(value, each));
  }
  const holds = conditionOf(path, filter);
  return (value) => valuesOf(value).filter(holds);
};

const literalOf = (text) => {
  const [, one, other] = /^(?:'([^']*)'|"([^"]*)")$/.exec(text) ?? [];
  if (one !== undefined || other !== undefined) return { value: one ?? other };
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return { value: Number(text) };
  const words = { true: true, false: false, null: null };
  return Object.hasOwn(words, text) ? { value: words[text] } : undefined;
};
const comparisons = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => typeof left === typeof right && left < right,
  '<=': (left, right) => typeof left === typeof right && left <= right,
  '>': (left, right) => typeof left === typeof right && left > right,
  '>=': (left, right) => typeof left === typeof right && left >= right,
};
/** Splits a text at an operator outside of quotes. */
const partsAt = (text, operator) => {
  const parts = [''];
  for (const [piece] of text.matchAll(/'[^']*'|"[^"]*"|&&|\|\||[^'"&|]+|[&|]/g)) {
    if (piece === operator) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
};
const termOf = (path, text) => {
  const term = text.trim();
  const [, left, operator, right] =
    /^(@(?:[^\s'"=!<>]|'[^']*'|"[^"]*")*)\s*(?:(==|!=|<=|>=|<|>)\s*(.+))?$/.exec(term) ?? invalid(path);
  const find = finderOf(path, left.slice(1));
  if (operator === undefined) return (value) => find(value).length > 0;
  const literal = literalOf(right.trim()) ?? invalid(path);
  return (value) => {
    const found = find(value);
    return found.length > 0 && comparisons[operator](found[0], literal.value);
  };
};
const conditionOf = (path, text) => {
  const any = partsAt(text, '||').map((part) => partsAt(part, '&&').map((term) => termOf(path, term)));
  return (value) => any.some((all) => all.every((holds) => holds(value)));
};

/** Returns a function that finds all values at a path below a value. */
const finderOf = (path, below) => {
  const steps = [];
  let isDeep = false;
  for (let at = 0; at < below.length; ) {
    token.lastIndex = at;
    const found = token.exec(below) ?? invalid(path);
    at = token.lastIndex;
    if (found[1] !== undefined) isDeep = true;
    else {
      steps.push({ isDeep, step: stepOf(path, found) });
      isDeep = false;
    }
  }
  if (isDeep) invalid(path);
  return (from) => {
    let visits = 0;
    const all = (value) => {
      visits += 1;
      if (visits > maxVisits) py.raise('ValueError', `'${path.slice(0, 200)}' finds too much`);
      return [value, ...valuesOf(value).flatMap(all)];
    };
    return steps.reduce(
      (values, { isDeep: deep, step }) => values.flatMap((value) => (deep ? all(value).flatMap(step) : step(value))),
      [from],
    );
  };
};

const lengthOf = (value) => (isObject(value) ? Object.keys(value).length : String(value).length);
/**
 * Returns the values at a path in JSON, or their number if the path ends in `length()`. Raises a ValueError for an
 * invalid path.
 */
py.jsonPath = (value, path) => {
  const whole = path.trim().replace(/^\$/, '');
  const counts = whole.endsWith('.length()');
  const found = finderOf(path, counts ? whole.slice(0, -'.length()'.length) : whole)(value);
  return counts ? found.map(lengthOf) : found;
};
