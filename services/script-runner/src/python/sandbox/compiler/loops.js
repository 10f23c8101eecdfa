/** `for` and `while`. If a `for` ends early, it closes a generator that has no other reference. */
const { compiler } = py;
const { emit } = Sk;
const B = Sk.builtin;
const { Call, List, Tuple, Dict, Str, ListComp, GeneratorExp } = Sk.astnodes;

const looped = (self, { continueTo, breakTo }, body) => {
  const frames = py.framesOf(self.u);
  frames.push({ continue: continueTo, break: breakTo });
  body();
  frames.pop();
};

compiler.cwhile = function compileWhile(node) {
  const orelse = node.orelse ?? [];
  if (this.exprConstant(node.test) === 0) return this.vseqstmt(orelse);
  const top = this.newBlock('while test');
  const end = this.newBlock('after while');
  const otherwise = this.newBlock('while else');
  this._jump(top);
  this.setBlock(top);
  this.annotateSource(node);
  this._jumpfalse(this.vexpr(node.test), otherwise);
  looped(this, { continueTo: top, breakTo: end }, () => this.vseqstmt(node.body));
  this._jump(top);
  this.setBlock(otherwise);
  this.vseqstmt(orelse);
  this._jump(end);
  this.setBlock(end);
};

/** An expression that is already in a variable. */
const Evaluated = function Evaluated(name, node) {
  this.name = name;
  this.lineno = node.lineno;
  this.col_offset = node.col_offset;
};
const { vexpr } = compiler;
compiler.vexpr = function expression(node, ...rest) {
  return node instanceof Evaluated ? node.name : vexpr.call(this, node, ...rest);
};

const neverGenerators = [List, Tuple, Dict, Str, ListComp];
const isGenerated = (callable) =>
  callable instanceof B.method ? isGenerated(callable.im_func) : callable?.func_code?.$generates === true;

/**
 * Returns the iterator of a loop. CPython closes a generator when its last reference is gone. A generator that a
 * generator function or `__iter__` returns to the loop has no other reference.
 */
Sk.$iterate = (iterable, maker) => {
  const iterator = Sk.abstr.iter(iterable);
  if (!(iterator instanceof B.generator)) return iterator;
  const isMade = iterator === iterable ? isGenerated(maker) : isGenerated(iterable.__iter__);
  if (isMade) iterator.gi$owned = true;
  return iterator;
};
Sk.$leave = (iterator) => {
  if (iterator.gi$owned) py.closeGenerator(iterator);
};

const compileFor = (self, node, iterator) => {
  const start = self.newBlock('for start');
  const otherwise = self.newBlock('for else');
  const end = self.newBlock('for end');
  self._jump(start);
  self.setBlock(start);
  self.annotateSource(node);
  emit('$ret = ', iterator, '.tp$iternext();');
  const next = self._gr('next', '$ret');
  self._jumpundef(next, otherwise);
  self.vexpr(node.target, next);
  looped(self, { continueTo: start, breakTo: end }, () => self.vseqstmt(node.body));
  self._jump(start);
  self.setBlock(otherwise);
  self.vseqstmt(node.orelse ?? []);
  self._jump(end);
  self.setBlock(end);
};

const iterated = (self, { iter }) => {
  if (iter instanceof GeneratorExp) return `Sk.$iterate(${self.vexpr(iter)},{func_code:{$generates:true}})`;
  if (!(iter instanceof Call)) return `Sk.$iterate(${self.vexpr(iter)})`;
  const callable = self._gr('callable', self.vexpr(iter.func));
  const { args, keywords, lineno, col_offset: column } = iter;
  return `Sk.$iterate(${self.vexpr(new Call(new Evaluated(callable, iter.func), args, keywords, lineno, column))},${callable})`;
};

compiler.cfor = function compileLoop(node) {
  if (neverGenerators.some((type) => node.iter instanceof type)) {
    return compileFor(this, node, this.keep('iterator', `Sk.abstr.iter(${this.vexpr(node.iter)})`));
  }
  const iterator = this.keep('iterator', iterated(this, node));
  this.cleaned(
    () => compileFor(this, node, iterator),
    () => emit('Sk.$leave(', iterator, ');'),
  );
};
