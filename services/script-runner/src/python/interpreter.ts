import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const bundles = createRequire(import.meta.url);
/** A file of skulpt's. */
export const bundle = (name: string): string => readFileSync(bundles.resolve(`skulpt/dist/${name}`), 'utf8');

/** Each position of skulpt's code that is replaced, with the replacement. */
const changes: readonly (readonly [before: string, after: string])[] = [
  // It interns every string of a script: a loop that builds a text would fill the isolate, and take quadratic time.
  // Only names and other short ones need it. It stores attributes under the same names as its own members, which
  // contain a `$`: `getattr({}, 'mp$lookup')` would find one. A name with a `$` is stored under another.
  [
    'var b=n[a];if(void 0!==b)return b;n[a]=this;b=void 0===t[a]?a:a+"_$rw$";',
    'var b=a;if(33>a.length){b=n[a];if(void 0!==b)return b;n[a]=this;b=void 0===t[a]&&0>a.indexOf("$")?a:a+"_$rw$"}',
  ],
  // The files of python/sandbox/compiler replace parts of its compiler, which it hides.
  [
    'Sk.compile=function(b,c,e,f){',
    'Sk.Compiler=a;Sk.emit=function(){l.apply(null,arguments)};Sk.compile=function(b,c,e,f){',
  ],
  // A function copies the variables around it when it is made, and does not see what they become: python/sandbox/compiler/scopes.js.
  ['if(void 0!==e)for(let a in e)b[a]=e[a];this.func_closure=b;', 'this.func_closure=b;'],
  ['if(void 0!==f)for(l in f)e[l]=f[l];this.func_closure=e', 'this.func_closure=e'],
  ['this.gi$cells={};', 'this.gi$cells=Object.create(e||null);'],
  // A parameter with a reserved name of JavaScript has another name in the code: it misses that for `**` and for
  // generators.
  [
    `this.u.localnames.push(K.arg.v),this.u.varDeclsCode+=K.arg.v+"=new Sk.builtins['dict']($kwa);"`,
    `g=b(K.arg.v),this.u.localnames.push(g),this.u.varDeclsCode+=g+"=new Sk.builtins['dict']($kwa);"`,
  ],
  ['this.gi$locals[a.co_varnames[c]]=b[c];', 'this.gi$locals[Sk.fixReserved(a.co_varnames[c])]=b[c];'],
  // It drops the exception that `__cmp__` raises.
  ['}catch(w){throw new Sk.builtin.TypeError("comparison did not return an int");}if(n=', '}catch(w){throw w;}if(n='],
  [
    '}catch(w){throw new Sk.builtin.TypeError("comparison did not return an int");\n}if(a===',
    '}catch(w){throw w;}if(a===',
  ],
  // Python 2 orders objects of classes that have no order of their own.
  [
    'if("NotEq"===f)return a!==c;a=Sk.abstr.typeName(a);',
    'if("NotEq"===f)return a!==c;b=Sk.$order(a,c,f);if(void 0!==b)return b;a=Sk.abstr.typeName(a);',
  ],
  // For each literal of a scope it looks through all those before: a table would take time by the square of its size.
  [
    'for(d in this.u.consts)if(this.u.consts.hasOwnProperty(d)&&(b=this.u.consts[d],b==c))return d;' +
      'var d=this.u.scopename+"."+this.gensym("const");this.u.consts[d]=c;return d',
    'var m=this.u.known||(this.u.known=new Map),d=m.get(c);if(void 0!==d)return d;' +
      'd=this.u.scopename+"."+this.gensym("const");m.set(c,d);this.u.consts[d]=c;return d',
  ],
  // It writes each statement's line of the script into what it makes, as a comment: many statements of one line would
  // take time by the square of their number, and a line separator would end the comment, so that what follows it runs
  // as JavaScript.
  [String.raw`l("\n//\n// line ",c,":\n// ",this.getSourceLine(c),"\n// ");for(b=0;b<d;++b)l(" ");l("^\n//\n");`, ''],
  // After every call it checks for a suspension, which never happens here, and it records the column of each statement,
  // which is unused: a third of its output.
  ['else l("if ($ret && $ret.$isSuspension) { $ret = Sk.misceval.retryOptionalSuspensionOrThrow($ret); }")', ''],
  [String.raw`l("$currLineNo = ",c,";\n$currColNo = ",d,";\n\n")`, String.raw`l("$currLineNo = ",c,";\n")`],
  // It puts literals that stand beside each other together one by one, each time making the whole.
  ['C?C.s=C.s.sq$concat(m):(C=', 'C?(C.parts||(C.parts=[C.s.v])).push(m.v):(C='],
  [
    'd=1===g.length&&g[0].constructor===Sk.astnodes.Str?g[0]:',
    'C&&C.parts&&(C.s=new Sk.builtin.str(C.parts.join("")));d=1===g.length&&g[0].constructor===Sk.astnodes.Str?g[0]:',
  ],
  // It keeps a node of each of nine kinds of expressions, one in the other, for every value: a table of 10,000 would
  // not fit into an isolate. One with a single part means what that part means.
  [
    'var a=this.stack.pop().node;if(a)if(',
    'var a=this.stack.pop().node;if(a&&a.children.length===1&&Sk.ParseTables.single[a.type])a=a.children[0];if(a)if(',
  ],
  // Whether a handler catches a failed import is visible in the text only, so it is passed to the import.
  [
    '-1,");");this._checkSuspension(a);var e=this._gr("module","$ret")',
    '-1,a.isSoft?",true);":");");this._checkSuspension(a);var e=this._gr("module","$ret")',
  ],
  ['[",e,"],",f,");");', '[",e,"],",f,a.isSoft?",true);":");");'],
  // If no token begins, it tries every later position: with an unterminated quote each attempt takes linear time.
  [
    String.raw`l="[ \\f\\t]*"+c(F,l,B,E,"\\w+");l=new RegExp(l);`,
    String.raw`l="^[ \\f\\t]*"+c(F,l,B,E,"\\w+");l=new RegExp(l);`,
  ],
  // It copies the visible names for each function, which takes quadratic time: the copies are counted.
  ['function f(a,b){for(var c in b)a[c]=b[c]}', 'function f(a,b){for(var c in b)Sk.noteName(),a[c]=b[c]}'],
];

const singleChildKinds = 'and_test not_test comparison expr xor_expr and_expr shift_expr arith_expr term'.split(' ');
const singleKindsCode = `Sk.ParseTables.single=Object.fromEntries(${JSON.stringify(singleChildKinds)}.map((kind)=>[Sk.ParseTables.sym[kind],true]));`;

/** Names that a script may use, and skulpt's parser or the code that it makes uses itself. */
const freedNamesCode = `delete Sk.ParseTables.keywords.null;
for(const name of ["undefined","Sk"])Sk.builtin.str.reservedWords_[name]=true;`;

/** skulpt's interpreter, changed. Throws when skulpt is not the one that this was written for. */
export function interpreter(): string {
  const changed = changes.reduce((code, [before, after]) => {
    if (code.split(before).length !== 2) throw new Error(`this version of skulpt has no '${before}'`);
    return code.replace(before, () => after);
  }, bundle('skulpt.min.js'));
  return `${changed}\n${singleKindsCode}\n${freedNamesCode}`;
}
