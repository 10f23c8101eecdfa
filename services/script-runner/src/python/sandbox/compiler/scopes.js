/** Names: unbound and deleted variables, closures, and classes with metaclasses and decorators. */
const { compiler } = py;
const { emit } = Sk;
const B = Sk.builtin;
const { Load, Store, Del } = Sk.astnodes;
const { CELL, FREE, LOCAL, FunctionBlock } = Sk.SYMTAB_CONSTS;

const unbound = (name) =>
  `throw new Sk.builtin.UnboundLocalError("local variable '${name}' referenced before assignment");`;
const undefinedName = (name) => `throw new Sk.builtin.NameError("name '${name}' is not defined");`;
const free = (name) =>
  `throw new Sk.builtin.NameError("free variable '${name}' referenced before assignment in enclosing scope");`;

const { nameop } = compiler;
const deleted = (self, place, name, mangled) => {
  const { ste } = self.u;
  if (place === CELL || place === FREE)
    throw new B.SyntaxError(
      `can not delete variable '${name}' referenced in nested scope`,
      self.filename,
      self.u.lineno,
    );
  const isFunction = ste.blockType === FunctionBlock;
  if (isFunction && place === LOCAL) {
    const variable = ste.generator ? `$loc.${mangled}` : mangled;
    if (!ste.generator) self.u.localnames.push(mangled);
    emit('if(', variable, '===undefined){', unbound(name), '}', variable, '=undefined;');
  } else {
    const variable = `${isFunction || place !== LOCAL ? '$gbl' : '$loc'}.${mangled}`;
    emit('if(', variable, '===undefined){', undefinedName(name), '}delete ', variable, ';');
  }
};

compiler.nameop = function compileName(id, context, data) {
  const name = id.v;
  const mangled = Sk.fixReserved(Sk.mangleName(this.u.private_, id).v);
  const place = this.u.ste.getScope(mangled);
  if (context === Del && name !== '__debug__') return deleted(this, place, name, mangled);
  if (context !== Load || name === 'NotImplemented') return nameop.call(this, id, context, data);
  if (place === CELL || place === FREE) {
    const found = this._gr('cell', place === CELL ? '$cell.' : '$free.', mangled);
    emit('if(', found, '===undefined){', place === CELL ? unbound(name) : free(name), '}');
    return found;
  }
  if (place !== LOCAL || !this.u.ste.generator) return nameop.call(this, id, context, data);
  emit('if($loc.', mangled, '===undefined){', unbound(name), '}');
  return this._gr('local', '$loc.', mangled);
};

/** The prototype of a function's cells contains the outer variables, so the function sees their later values, too. */
const ownCells = ({ ste }) => Object.keys(ste.symFlags).filter((name) => ste.getScope(name) === CELL);
py.onScope((unit) => {
  if (!unit.ste.hasFree || !unit.varDeclsCode.includes(',$free=this && this.func_closure')) return;
  const cells = ownCells(unit).map((name) => `${name}:undefined`);
  unit.varDeclsCode = unit.varDeclsCode
    .replace(',$cell={}', '')
    .replace(
      ',$free=this && this.func_closure',
      (found) => `${found},$cell=Object.assign(Object.create($free),{${cells}})`,
    );
});

compiler.cclass = function compileClass(node) {
  const decorators = this.vseqexpr(node.decorator_list);
  const bases = this.vseqexpr(node.bases);
  const scope = this.enterScope(node.name, node, node.lineno);
  const entry = this.newBlock('class entry');
  const { u } = this;
  u.prefixCode = `var ${scope}=(function $${node.name.v}$class_outer($globals,$locals,$cell){var $gbl=$globals,$loc=$locals,$free=$cell;`;
  u.switchCode = `(function $${node.name.v}$_closure($cell){var $blk=${entry},$err=undefined,$ret=undefined,$currLineNo=undefined,$currColNo=undefined;while(true){try{switch($blk){`;
  u.suffixCode = `}}catch(err){ if (!(err instanceof Sk.builtin.BaseException)) { err = new Sk.builtin.ExternalError(err); } err.traceback.push({lineno: $currLineNo, colno: $currColNo, filename: '${this.filename}'}); if ($exc.length>0) { $err = err; $blk=$exc.pop(); continue; } else { throw err; }}}}).call(null, $cell);});`;
  u.private_ = node.name;
  this.cbody(node.body, node.name);
  emit('return;');
  this.exitScope();
  emit('$ret = Sk.misceval.buildClass($gbl,', scope, ',', node.name.$r().v, ',[', bases.join(','), '],$cell);');
  for (const decorator of decorators.reverse()) emit('$ret = Sk.misceval.callsimArray(', decorator, ',[$ret]);');
  this.nameop(node.name, Store, '$ret');
};

/**
 * Returns the metaclass of a class: its own declaration, else the most derived metaclass of its bases, else that of the
 * module.
 */
const metaclassOf = (members, bases, globals) => {
  if (members.__metaclass__ !== undefined) return members.__metaclass__;
  if (bases.length === 0) return globals.__metaclass__ ?? B.type;
  return bases.map((base) => base.ob$type).reduce((most, one) => (one.$isSubType?.(most) ? one : most));
};
Sk.misceval.buildClass = (globals, body, name, bases, cell) => {
  const members = {};
  body(globals, members, cell ?? {});
  if (globals.__name__) members.__module__ ??= globals.__name__;
  const items = Object.entries(members).flatMap(([key, value]) => [py.text(Sk.unfixReserved(key)), value]);
  const given = [py.text(name), new B.tuple(bases), new B.dict(items)];
  return Sk.misceval.callsimArray(metaclassOf(members, bases, globals), given);
};
/** The initializer of types. skulpt gives types the initializer of objects, which accepts no arguments. */
const initialise = function init() {};
B.type.prototype.tp$init = initialise;
Object.defineProperty(B.type.prototype, '__init__', {
  value: new B.wrapper_descriptor(B.type, Sk.slots.__init__, initialise),
  writable: true,
  configurable: true,
});
/** `type.__call__(cls)` calls the class, as in Python. skulpt calls the `__call__` of its metaclass. */
Sk.slots.__call__.$wrapper = function call(callable, args, named) {
  const does = callable instanceof B.type ? this : callable.tp$call;
  return does.call(callable, args, named) ?? py.none;
};
