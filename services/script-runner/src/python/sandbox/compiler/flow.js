/**
 * Loops, `try` and `with`. Each of them is a frame while its body is compiled. A `break`, `continue` or `return` leaves
 * the surrounding frames from the inside out. If a frame has to clean up, the jump stores its target and goes to the
 * clean-up block, which continues the jump.
 */
const { compiler } = py;
const { emit } = Sk;
const B = Sk.builtin;

const framesOf = (unit) => (unit.frames ??= []);
py.framesOf = framesOf;
const within = (unit, frame, body) => {
  framesOf(unit).push(frame);
  body();
  framesOf(unit).pop();
};

/** Values of `why`: 0 is the end of the body, 1 an exception, and from 2 on the jumps that leave the frame. */
const raised = 1;
const firstExit = 2;

const exitOf = (frame, exit) => {
  const known = frame.exits.findIndex(({ key }) => key === exit.key);
  return firstExit + (known === -1 ? frame.exits.push(exit) - 1 : known);
};

/** Emits a jump out of all frames, from the innermost up to the one at `exit.depth`. */
const leave = (unit, exit, value, jump) => {
  const frame = framesOf(unit)
    .slice(exit.depth)
    .findLast(({ exits }) => exits !== undefined);
  if (frame !== undefined) {
    emit(frame.why, '=', exitOf(frame, exit), ';');
    if (exit.returns) emit(frame.value, '=', value, ';');
    jump(frame.block);
  } else if (exit.returns) emit('return ', value, ';');
  else jump(exit.block);
};

/** Compiles `body`, and `cleanUp` for every exit from it. */
compiler.cleaned = function cleaned(body, cleanUp, onError) {
  const { u } = this;
  const caught = this.newBlock('error before clean-up');
  const frame = { block: this.newBlock('clean-up'), exits: [], why: this.keep('why', 0), value: this.keep('value') };
  const end = this.newBlock('after clean-up');
  within(u, frame, () => this.guard(caught, body));
  this._jump(frame.block);
  this.setBlock(caught);
  if (onError === undefined) {
    emit(frame.why, '=', raised, ';', frame.value, '=$err;');
    this._jump(frame.block);
  } else onError(end);
  this.setBlock(frame.block);
  within(u, { cleansUp: true }, cleanUp);
  if (onError === undefined) {
    emit('if(', frame.why, '===', raised, '){');
    this.rethrow(frame.value);
    emit('}');
  }
  for (const [nth, exit] of frame.exits.entries()) {
    emit('if(', frame.why, '===', firstExit + nth, '){');
    leave(u, exit, frame.value, (block) => emit('$blk=', block, ';continue;'));
    emit('}');
  }
  this._jump(end);
  this.setBlock(end);
};

const refuse = (self, node, message) => {
  throw new B.SyntaxError(message, self.filename, node.lineno);
};

const jumpTo = (self, node, word) => {
  const frames = framesOf(self.u);
  const depth = frames.findLastIndex((frame) => frame[word] !== undefined);
  if (depth === -1) refuse(self, node, word === 'break' ? "'break' outside loop" : "'continue' not properly in loop");
  if (word === 'continue' && frames.slice(depth).some(({ cleansUp }) => cleansUp))
    refuse(self, node, "'continue' not supported inside 'finally' clause");
  const block = frames[depth][word];
  leave(self.u, { key: block, depth: depth + 1, block }, undefined, (target) => self._jump(target));
};
compiler.cbreak = function compileBreak(node) {
  jumpTo(this, node, 'break');
};
compiler.ccontinue = function compileContinue(node) {
  jumpTo(this, node, 'continue');
};
compiler.creturn = function compileReturn(node) {
  if (this.u.ste.blockType !== Sk.SYMTAB_CONSTS.FunctionBlock) refuse(this, node, "'return' outside function");
  if (node.makesGenerator) this.u.makesGenerator = true;
  if (this.u.ste.generator && node.value) refuse(this, node, "'return' with argument inside generator");
  const value = node.value ? this.vexpr(node.value) : 'Sk.builtin.none.none$';
  leave(this.u, { key: 'return', depth: 0, returns: true }, value, (block) => this._jump(block));
};

const compileHandlers = (self, { handlers }, first, end) => {
  let block = first;
  for (const [nth, handler] of handlers.entries()) {
    self.setBlock(block);
    if (nth === 0) emit('Sk.$caught($err);');
    block = self.newBlock('next except');
    if (handler.type) {
      const type = self.vexpr(handler.type);
      self._jumpfalse(`Sk.misceval.isTrue(Sk.builtin.isinstance($err,${type}))`, block);
    } else if (nth < handlers.length - 1) refuse(self, handler, "default 'except:' must be last");
    if (handler.name) self.vexpr(handler.name, '$err');
    self.vseqstmt(handler.body);
    self._jump(end);
  }
  self.setBlock(block);
  self.rethrow('$err');
};

const compileExcept = (self, node) => {
  if (node.handlers.length === 0) return self.vseqstmt(node.body);
  const first = self.newBlock('except');
  const orelse = self.newBlock('else of try');
  const end = self.newBlock('end of try');
  within(self.u, {}, () => self.guard(first, () => self.vseqstmt(node.body)));
  self._jump(orelse);
  compileHandlers(self, node, first, end);
  self.setBlock(orelse);
  self.vseqstmt(node.orelse ?? []);
  self._jump(end);
  self.setBlock(end);
};

compiler.ctry = function compileTry(node) {
  if (!node.finalbody || node.finalbody.length === 0) return compileExcept(this, node);
  this.cleaned(
    () => compileExcept(this, node),
    () => this.vseqstmt(node.finalbody),
  );
};

const nothing = 'Sk.builtin.none.none$';
compiler.cwith = function compileWith(node, nth) {
  const { context_expr: context, optional_vars: target } = node.items[nth];
  const manager = this._gr('manager', this.vexpr(context));
  const exit = this.keep('exit', `Sk.$special(${manager},'__exit__')`);
  const value = this.keep('entered', `Sk.misceval.callsimArray(Sk.$special(${manager},'__enter__'),[])`);
  const body = () => {
    if (target) this.vexpr(target, value);
    if (nth + 1 < node.items.length) this.cwith(node, nth + 1);
    else this.vseqstmt(node.body);
  };
  this.cleaned(
    body,
    () => emit(`Sk.misceval.callsimArray(${exit},[${nothing},${nothing},${nothing}]);`),
    (end) => {
      const error = this.keep('error', '$err');
      emit('Sk.$caught(', error, ');');
      emit(`$ret=Sk.misceval.callsimArray(${exit},Sk.$errorInfo(${error}));`);
      this._jumptrue('$ret', end);
      this.rethrow(error);
    },
  );
};
Sk.$special = (object, name) => {
  const found = Sk.abstr.lookupSpecial(object, new B.str(name));
  if (found === undefined) throw new B.AttributeError(name);
  return found;
};
