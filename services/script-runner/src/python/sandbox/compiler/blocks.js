/**
 * The common parts of skulpt's compiler for the other files of this folder. A function is compiled to a `switch` of
 * blocks, and `$blk` is the number of the current block. skulpt kept the handlers of `try` on a stack at run time,
 * which was wrong after a jump out of a `try` and in a resumed generator. Here each block has a fixed handler, so jumps
 * and `yield` need no bookkeeping.
 */
const compiler = Sk.Compiler.prototype;
const { emit } = Sk;
py.compiler = compiler;

/** Whether this unit is the body of a generator. In a generator, only properties of `$gen` survive a `yield`. */
const generates = ({ ste }) => Boolean(ste.generator);

/** Declares a variable that is used in several blocks. */
compiler.keep = function keep(hint, value = 'undefined') {
  const name = this.gensym(hint);
  if (!generates(this.u)) {
    emit('var ', name, '=', value, ';');
    return name;
  }
  emit('$gen.', name, '=', value, ';');
  return `$gen.${name}`;
};

const temporary = compiler._gr;
/** Declares a variable for a part of an expression. `keepsParts` is set for expressions with a `yield` inside. */
compiler._gr = function part(hint, ...code) {
  return this.u.keepsParts ? this.keep(hint, code.join('')) : temporary.call(this, hint, ...code);
};

const { setBlock } = compiler;
compiler.setBlock = function set(block) {
  setBlock.call(this, block);
  if (this.u.handler === undefined) return;
  this.u.handlers ??= {};
  this.u.handlers[block] = this.u.handler;
};

/** Compiles `body` so that an exception in it continues at the block `handler`. */
compiler.guard = function guard(handler, body) {
  const before = this.u.handler;
  this.u.handler = handler;
  const start = this.newBlock('guarded');
  this._jump(start);
  this.setBlock(start);
  body();
  this.u.handler = before;
};

/** Emits code that throws an exception again in a frame that has already recorded its line. */
compiler.rethrow = function rethrow(error) {
  this.u.rethrows = true;
  emit('var $again=', error, ';throw $again;');
};

const skulptsHandler = 'if ($exc.length>0) { $err = err; $blk=$exc.pop(); continue; } else { throw err; }';
const note = 'err.traceback.push(';
const replaceLast = (text, before, after) => {
  const at = text.lastIndexOf(before);
  if (at === -1) throw new Error(`this version of skulpt has no '${before}'`);
  return text.slice(0, at) + after + text.slice(at + before.length);
};
const handlerCode = ({ handlers }) =>
  handlers === undefined
    ? 'throw err;'
    : `if (($ret=${JSON.stringify(handlers)}[$blk])!==undefined) { $err = err; $blk=$ret; continue; } throw err;`;

/** At the end of a function, restores the exception that its caller was handling, for `raise` and `sys.exc_info`. */
const restoring = (unit) => {
  if (unit.handlers === undefined || unit.ste.blockType !== Sk.SYMTAB_CONSTS.FunctionBlock) return;
  unit.switchCode = `var $before=Sk.$handling();try{${unit.switchCode}`;
  unit.suffixCode = replaceLast(unit.suffixCode, '});', '}finally{Sk.$handling($before);}});');
};

const finishers = [];
/** Registers `finish`, which changes the code around the body of each unit after its compilation. */
py.onScope = (finish) => finishers.push(finish);

const { exitScope } = compiler;
compiler.exitScope = function exit() {
  const { u } = this;
  u.suffixCode = replaceLast(u.suffixCode, skulptsHandler, handlerCode(u));
  if (u.rethrows) u.suffixCode = replaceLast(u.suffixCode, note, `if(err!==$again)${note}`);
  restoring(u);
  for (const finish of finishers) finish(u);
  exitScope.call(this);
  if (u.makesGenerator) emit(u.scopename, '.$generates=true;');
};
