/**
 * Generators that take any number of arguments, as in `def f(*args):`, which the compiler has never heard of: such a
 * function hands what it was given to a generator inside of it.
 */
const { FunctionDef, Lambda, ClassDef, Yield, Return, Call, Name, Load, Expr, Str, arguments_ } = Sk.astnodes;

const isNode = (value) => Array.isArray(value) || value?.constructor?.prototype?._astname !== undefined;
const isOwn = (node) => !(node instanceof FunctionDef || node instanceof Lambda || node instanceof ClassDef);
/** Whether statements yield, but for those of functions inside of them. */
const yields = (nodes) =>
  nodes.some((node) => node instanceof Yield || (isOwn(node) && yields(Object.values(node).filter(isNode))));

const split = (node) => {
  const { lineno: line, col_offset: column, args, body } = node;
  const all = [...args.args, args.vararg, args.kwarg].filter(Boolean);
  const name = py.text(`${node.name.v}__generator`);
  const plain = new arguments_(all, null, [], [], null, []);
  const inner = new FunctionDef(name, plain, body, [], null, null, line, column);
  const given = all.map(({ arg }) => new Name(arg, Load, line, column));
  const answer = new Return(new Call(new Name(name, Load, line, column), given, [], line, column), line, column);
  const isDocumented = body[0] instanceof Expr && body[0].value instanceof Str;
  node.body = [...(isDocumented ? [body[0]] : []), inner, answer];
};

const takesAny = ({ args }) => Boolean(args.vararg || args.kwarg);
/** Changes those of a module. */
py.splitGenerators = (module) => {
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return;
    const parts = Array.isArray(node) ? node : [node.body, node.orelse, node.finalbody, node.handlers];
    for (const part of parts) walk(part);
    if (node instanceof FunctionDef && takesAny(node) && yields(node.body)) split(node);
  };
  walk(module.body);
  return module;
};
