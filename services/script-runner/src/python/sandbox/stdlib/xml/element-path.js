/** Paths such as `.//item[@id='1']/name`, as in ElementTree: a subset of XPath. */
const B = Sk.builtin;

const tokens =
  /(\.\.)|(\/\/)|(\/)|(\.)|\[([^\]]*)\]|((?:\{[^}]*\})?(?:[^/[\]@=\s:]+:)?(?:\*|[^/[\]@=\s:.{}][^/[\]@=\s:{}]*))/gy;
const invalid = () => {
  throw new B.SyntaxError('invalid path');
};

const unquoted = (text) =>
  /^(?:'([^']*)'|"([^"]*)")$/
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);
const textOf = (element) =>
  (py.isNone(element.text) ? '' : element.text.v) + element.children.map(wholeTextOf).join('');
const wholeTextOf = (element) => textOf(element) + (py.isNone(element.tail) ? '' : element.tail.v);
const tagOf = (element) => (py.isText(element.tag) ? element.tag.v : undefined);
const attribute = (element, name) => element.attrib.mp$lookup(py.text(name))?.v;

/**
 * Returns a test for the condition in brackets after a step. `siblings` are the elements with the same parent and name.
 */
const condition = (text, resolve) => {
  const [, key, value] = /^\s*(@?[^=\s]+)\s*(?:=\s*('[^']*'|"[^"]*")\s*)?$/.exec(text) ?? invalid();
  const wanted = value === undefined ? undefined : unquoted(value);
  if (key.startsWith('@')) {
    const name = resolve(key.slice(1));
    return (element) =>
      wanted === undefined ? attribute(element, name) !== undefined : attribute(element, name) === wanted;
  }
  if (/^\d+$/.test(key)) return (element, siblings) => siblings[Number(key) - 1] === element;
  const last = /^last\(\)(?:-(\d+))?$/.exec(key);
  if (last !== null) return (element, siblings) => siblings.at(-1 - Number(last[1] ?? 0)) === element;
  const name = resolve(key);
  return (element) =>
    element.children.some((child) => tagOf(child) === name && (wanted === undefined || textOf(child) === wanted));
};

const below = (element) => element.children.flatMap((child) => [child, ...below(child)]);

/** Returns the elements at a path below an element, in document order. `prefixes` are the namespaces by prefix. */
py.findElements = (from, path, prefixes) => {
  const resolve = (name) => {
    const colon = name.startsWith('{') ? -1 : name.indexOf(':');
    if (colon < 0) return name;
    const uri = prefixes?.mp$lookup(py.text(name.slice(0, colon)));
    if (uri === undefined) throw new B.SyntaxError(`prefix '${name.slice(0, colon)}' not found in prefix map`);
    return `{${uri.v}}${name.slice(colon + 1)}`;
  };
  if (path.startsWith('/')) throw new B.SyntaxError('cannot use absolute path on element');
  const parents = new Map();
  const childrenOf = (element) => {
    for (const child of element.children) parents.set(child, element);
    return element.children;
  };
  const isNamed = (name) => (element) => name === '*' || tagOf(element) === name;
  const siblingsOf = (element) => (parents.get(element)?.children ?? []).filter((one) => tagOf(one) === tagOf(element));
  const allBelow = (element) => {
    const found = [...childrenOf(element)];
    return found.flatMap((child) => [child, ...allBelow(child)]);
  };
  let found = [from];
  let isDeep = false;
  let at = 0;
  for (const token of path.matchAll(tokens)) {
    const [whole, up, deep, , here, brackets, name] = token;
    at = token.index + whole.length;
    if (up) found = [...new Set(found.map((one) => parents.get(one)).filter(Boolean))];
    else if (deep) isDeep = true;
    else if (brackets !== undefined) {
      const stays = condition(brackets, resolve);
      found = found.filter((one) => stays(one, siblingsOf(one)));
    } else if (name !== undefined) {
      const named = isNamed(resolve(name));
      found = [...new Set(found.flatMap((one) => (isDeep ? allBelow(one) : childrenOf(one)).filter(named)))];
      isDeep = false;
    } else if (here && isDeep) found = [...new Set(found.flatMap((one) => [one, ...allBelow(one)]))];
  }
  if (at !== path.length || isDeep) invalid();
  return found;
};
py.elementsBelow = below;
