import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const bundles = createRequire(import.meta.url);
/** Returns the text of a file of skulpt. */
export const bundle = (name: string): string => readFileSync(bundles.resolve(`skulpt/dist/${name}`), 'utf8');

/** The patches of skulpt's code. Each `before` must occur exactly once. */
const changes: readonly (readonly [before: string, after: string])[] = [
  // skulpt interns every string of a script: a loop that builds a text would fill the isolate and take quadratic time.
  // Only names and other short strings need it. skulpt also stores attributes under the same names as its own members,
  // which contain a `$`: `getattr({}, 'mp$lookup')` would find one. A name with a `$` gets a suffix.
  [
    'var b=n[a];if(void 0!==b)return b;n[a]=this;b=void 0===t[a]?a:a+"_$rw$";',
    'var b=a;if(33>a.length){b=n[a];if(void 0!==b)return b;n[a]=this;b=void 0===t[a]&&0>a.indexOf("$")?a:a+"_$rw$"}',
  ],
  // Exposes the compiler: the files of python/sandbox/compiler replace parts of it.
  [
    'Sk.compile=function(b,c,e,f){',
    'Sk.Compiler=a;Sk.emit=function(){l.apply(null,arguments)};Sk.compile=function(b,c,e,f){',
  ],
  // skulpt copies the outer variables when a function is created, so later assignments are not visible in the function:
  // python/sandbox/compiler/scopes.js.
  ['if(void 0!==e)for(let a in e)b[a]=e[a];this.func_closure=b;', 'this.func_closure=b;'],
  ['if(void 0!==f)for(l in f)e[l]=f[l];this.func_closure=e', 'this.func_closure=e'],
  ['this.gi$cells={};', 'this.gi$cells=Object.create(e||null);'],
  // A parameter with a reserved name of JavaScript has another name in the code. skulpt does not rename it for `**` and
  // in generators.
  [
    `this.u.localnames.push(K.arg.v),this.u.varDeclsCode+=K.arg.v+"=new Sk.builtins['dict']($kwa);"`,
    `g=b(K.arg.v),this.u.localnames.push(g),this.u.varDeclsCode+=g+"=new Sk.builtins['dict']($kwa);"`,
  ],
  ['this.gi$locals[a.co_varnames[c]]=b[c];', 'this.gi$locals[Sk.fixReserved(a.co_varnames[c])]=b[c];'],
  // skulpt drops the exception that `__cmp__` raises.
  ['}catch(w){throw new Sk.builtin.TypeError("comparison did not return an int");}if(n=', '}catch(w){throw w;}if(n='],
  [
    '}catch(w){throw new Sk.builtin.TypeError("comparison did not return an int");\n}if(a===',
    '}catch(w){throw w;}if(a===',
  ],
  // Python 2 also orders objects of classes without an order.
  [
    'if("NotEq"===f)return a!==c;a=Sk.abstr.typeName(a);',
    'if("NotEq"===f)return a!==c;b=Sk.$order(a,c,f);if(void 0!==b)return b;a=Sk.abstr.typeName(a);',
  ],
  // For each literal, skulpt searches all earlier literals of the scope: a table would take quadratic time.
  [
    'for(d in this.u.consts)if(this.u.consts.hasOwnProperty(d)&&(b=this.u.consts[d],b==c))return d;' +
      'var d=this.u.scopename+"."+this.gensym("const");this.u.consts[d]=c;return d',
    'var m=this.u.known||(this.u.known=new Map),d=m.get(c);if(void 0!==d)return d;' +
      'd=this.u.scopename+"."+this.gensym("const");m.set(c,d);this.u.consts[d]=c;return d',
  ],
  // skulpt copies the source line of each statement into the code as a comment. Many statements in one line would take
  // quadratic time. A line separator would end the comment, so the text after it would run as JavaScript.
  [String.raw`l("\n//\n// line ",c,":\n// ",this.getSourceLine(c),"\n// ");for(b=0;b<d;++b)l(" ");l("^\n//\n");`, ''],
  // skulpt checks for a suspension after every call, which never happens here. It also records the column of each
  // statement, which is unused. Both are a third of the code.
  ['else l("if ($ret && $ret.$isSuspension) { $ret = Sk.misceval.retryOptionalSuspensionOrThrow($ret); }")', ''],
  [String.raw`l("$currLineNo = ",c,";\n$currColNo = ",d,";\n\n")`, String.raw`l("$currLineNo = ",c,";\n")`],
  // skulpt concatenates adjacent string literals one by one, which takes quadratic time.
  ['C?C.s=C.s.sq$concat(m):(C=', 'C?(C.parts||(C.parts=[C.s.v])).push(m.v):(C='],
  [
    'd=1===g.length&&g[0].constructor===Sk.astnodes.Str?g[0]:',
    'C&&C.parts&&(C.s=new Sk.builtin.str(C.parts.join("")));d=1===g.length&&g[0].constructor===Sk.astnodes.Str?g[0]:',
  ],
  // For every value, skulpt creates nested nodes of nine kinds of expressions: a table with 10,000 values would not fit
  // into an isolate. A node with a single child is equivalent to its child.
  [
    'var a=this.stack.pop().node;if(a)if(',
    'var a=this.stack.pop().node;if(a&&a.children.length===1&&Sk.ParseTables.single[a.type])a=a.children[0];if(a)if(',
  ],
  // Only the syntax tree shows whether a handler catches a failed import, so the compiler passes this to the import.
  [
    '-1,");");this._checkSuspension(a);var e=this._gr("module","$ret")',
    '-1,a.isSoft?",true);":");");this._checkSuspension(a);var e=this._gr("module","$ret")',
  ],
  ['[",e,"],",f,");");', '[",e,"],",f,a.isSoft?",true);":");");'],
  // Without `^`, a text without a token is searched at every later position: each attempt at an unterminated quote
  // takes linear time.
  [
    String.raw`l="[ \\f\\t]*"+c(F,l,B,E,"\\w+");l=new RegExp(l);`,
    String.raw`l="^[ \\f\\t]*"+c(F,l,B,E,"\\w+");l=new RegExp(l);`,
  ],
  // skulpt copies the visible names for each function, which takes quadratic time. `Sk.noteName` counts the copies.
  ['function f(a,b){for(var c in b)a[c]=b[c]}', 'function f(a,b){for(var c in b)Sk.noteName(),a[c]=b[c]}'],
];

const singleChildKinds = 'and_test not_test comparison expr xor_expr and_expr shift_expr arith_expr term'.split(' ');
const singleKindsCode = `Sk.ParseTables.single=Object.fromEntries(${JSON.stringify(singleChildKinds)}.map((kind)=>[Sk.ParseTables.sym[kind],true]));`;

/** Frees names that a script may use, and that skulpt's parser or compiled code uses. */
const freedNamesCode = `delete Sk.ParseTables.keywords.null;
for(const name of ["undefined","Sk"])Sk.builtin.str.reservedWords_[name]=true;`;

/** Returns the patched skulpt interpreter. Throws if skulpt is another version than the patches expect. */
export function interpreter(): string {
  const changed = changes.reduce((code, [before, after]) => {
    if (code.split(before).length !== 2) throw new Error(`this version of skulpt has no '${before}'`);
    return code.replace(before, () => after);
  }, bundle('skulpt.min.js'));
  return `${changed}\n${singleKindsCode}\n${freedNamesCode}`;
}
