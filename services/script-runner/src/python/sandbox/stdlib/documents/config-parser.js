/** ConfigParser: sections with options, as in INI files, and `%(name)s` in values. */
const B = Sk.builtin;
py.loadFile('http/classes');

const errorOf = (name, base) => py.defineError(`ConfigParser.${name}`, base);
const ConfigError = errorOf('Error', B.Exception);
const errors = { Error: ConfigError };
for (const name of ['NoSectionError', 'DuplicateSectionError', 'NoOptionError', 'InterpolationError', 'ParsingError'])
  errors[name] = errorOf(name, ConfigError);
errors.MissingSectionHeaderError = errorOf('MissingSectionHeaderError', errors.ParsingError);
for (const name of ['InterpolationMissingOptionError', 'InterpolationDepthError', 'InterpolationSyntaxError'])
  errors[name] = errorOf(name, errors.InterpolationError);
const fail = (name, message) => {
  throw new errors[name](message);
};

const common = 'DEFAULT';
const textIn = (value) => (py.isNone(value) ? null : new B.str(value).v);
const textOf = (value) => (value === null ? py.none : py.text(value));

/**
 * Returns the name of an option, converted by `optionxform`, which a subclass may override. By default it is lower
 * case.
 */
const optionName = (self, name) => textIn(py.invoke(self, 'optionxform', [name]));

const sectionOf = (self, section) => {
  const name = textIn(section);
  if (name === common) return self.defaults;
  return self.sections.get(name) ?? fail('NoSectionError', `No section: '${name}'`);
};
/** Returns the options of a section. They override the defaults; `vars` of a call overrides both. */
const optionsOf = (self, section, vars) => {
  const all = new Map([...self.defaults, ...sectionOf(self, section)]);
  if (!py.isNone(vars)) for (const [key, value] of vars.$items()) all.set(optionName(self, key), textIn(value));
  return all;
};

const deepest = 10;
/** A value with `%(name)s` replaced by other options; `%%` is a percent sign. */
const filled = (self, value, options, depth = 0) => {
  if (value === null || !value.includes('%')) return value;
  if (depth > deepest)
    fail('InterpolationDepthError', `Value interpolation too deeply recursive: ${value.slice(0, 200)}`);
  return value.replace(/%(?:%|\(([^)]*)\)s|)/g, (whole, name) => {
    if (whole === '%%') return self.isSafe ? '%' : '%%';
    if (name === undefined) {
      if (self.isSafe) fail('InterpolationSyntaxError', "'%' must be followed by '%' or '('");
      return whole;
    }
    const key = optionName(self, py.text(name));
    if (!options.has(key)) fail('InterpolationMissingOptionError', `Bad value substitution: ${name}`);
    return filled(self, options.get(key), options, depth + 1);
  });
};
const valueIn = (self, options, key, isRaw) => {
  const value = options.get(key);
  return isRaw || !self.fills ? value : filled(self, value, options);
};
const found = (self, section, option, raw, vars) => {
  const options = optionsOf(self, section, vars);
  const key = optionName(self, option);
  if (!options.has(key)) fail('NoOptionError', `No option '${key}' in section: '${textIn(section)}'`);
  return valueIn(self, options, key, !py.isNone(raw) && Sk.misceval.isTrue(raw));
};

const flags = { 1: true, yes: true, true: true, on: true, 0: false, no: false, false: false, off: false };
const flagOf = (text) => {
  const word = String(text).toLowerCase();
  return Object.hasOwn(flags, word) ? py.bool(flags[word]) : py.raise('ValueError', `Not a boolean: ${text}`);
};

const header = /^\[([^\]]+)\]/;
const option = /^([^:=\s][^:=]*?)\s*([:=])\s*(.*)$/;
const parse = (self, source, file) => {
  let current;
  let last;
  for (const [no, line] of source.split(/\r?\n/).entries()) {
    if (line.trim() === '' || /^[#;]/.test(line) || /^rem\s/i.test(line)) continue;
    if (/^\s/.test(line) && current !== undefined && last !== undefined) {
      current.set(last, `${current.get(last) ?? ''}\n${line.trim()}`);
      continue;
    }
    const name = header.exec(line)?.[1];
    if (name !== undefined) {
      if (name !== common && !self.sections.has(name)) self.sections.set(name, new Map());
      current = name === common ? self.defaults : self.sections.get(name);
      last = undefined;
      continue;
    }
    const where = `File: ${file}, line: ${no + 1}`;
    if (current === undefined) fail('MissingSectionHeaderError', `File contains no section headers.\n${where}`);
    const [, key, , rest] = option.exec(line) ?? [];
    if (key === undefined && !self.allowsNone) fail('ParsingError', `File contains parsing errors: ${where}`);
    last = optionName(self, py.text(key ?? line.trim()));
    const value = rest === undefined ? null : rest.replace(/\s;.*$/, '').trim();
    current.set(last, value === '""' ? '' : value);
  }
};
const readAll = (self, stream, name) =>
  parse(self, py.textOf(py.invoke(stream, 'read'), 'readfp'), py.isNone(name) ? '<???>' : textIn(name));

const written = (self) => {
  const lines = ([key, value]) => (value === null ? `${key}\n` : `${key} = ${value.replaceAll('\n', '\n\t')}\n`);
  const all = [...(self.defaults.size > 0 ? [[common, self.defaults]] : []), ...self.sections];
  return all.map(([name, options]) => `[${name}]\n${[...options].map(lines).join('')}\n`).join('');
};

const listOf = (texts) => new B.list([...texts].map(py.text));
const pairs = (self, section, raw, vars) => {
  const options = optionsOf(self, section, vars);
  const isRaw = !py.isNone(raw) && Sk.misceval.isTrue(raw);
  return new B.list(
    [...options.keys()].map((key) => new B.tuple([py.text(key), textOf(valueIn(self, options, key, isRaw))])),
  );
};
const got = (section, name, self) => py.invoke(self, 'get', [section, name]);

const methods = {
  add_section: [
    ['section'],
    (self, section) => {
      const name = textIn(section);
      if (self.sections.has(name)) fail('DuplicateSectionError', `Section '${name}' already exists`);
      if (name.toUpperCase() === common) py.raise('ValueError', `Invalid section name: ${name}`);
      self.sections.set(name, new Map());
    },
  ],
  defaults: [[], (self) => new B.dict([...self.defaults].flatMap(([key, value]) => [py.text(key), textOf(value)]))],
  get: [
    ['section', 'option', 'raw?', 'vars?'],
    (self, section, name, raw, vars) => textOf(found(self, section, name, raw, vars)),
  ],
  getboolean: [['section', 'option'], (self, section, name) => flagOf(textIn(got(section, name, self)))],
  getfloat: [['section', 'option'], (self, section, name) => py.call(B.float_, got(section, name, self))],
  getint: [['section', 'option'], (self, section, name) => py.call(B.int_, got(section, name, self))],
  has_option: [
    ['section', 'option'],
    (self, section, name) => {
      const own = textIn(section) === common ? self.defaults : self.sections.get(textIn(section));
      const key = optionName(self, name);
      return py.bool(own !== undefined && (own.has(key) || self.defaults.has(key)));
    },
  ],
  has_section: [['section'], (self, section) => py.bool(self.sections.has(textIn(section)))],
  items: [['section', 'raw?', 'vars?'], pairs],
  options: [['section'], (self, section) => listOf(optionsOf(self, section).keys())],
  optionxform: [['optionstr'], (_, name) => py.text(textIn(name).toLowerCase())],
  read: [
    ['filenames'],
    (self, files) => {
      const names = py.isText(files) ? [files] : py.items(files);
      for (const name of names) readAll(self, py.openFile(name, undefined, 'open'), name);
      return new B.list(names);
    },
  ],
  readfp: [['fp', 'filename?'], readAll],
  remove_option: [
    ['section', 'option'],
    (self, section, name) => py.bool(sectionOf(self, section).delete(optionName(self, name))),
  ],
  remove_section: [['section'], (self, section) => py.bool(self.sections.delete(textIn(section)))],
  sections: [[], (self) => listOf(self.sections.keys())],
  set: [
    ['section', 'option', 'value?'],
    (self, section, name, value) => void sectionOf(self, section).set(optionName(self, name), textIn(value)),
  ],
  write: [['fp'], (self, stream) => void py.invoke(stream, 'write', [py.text(written(self))])],
};

const parserType = (name, base, state) =>
  py.defineOpenType(`ConfigParser.${name}`, {
    ...(base && { base }),
    parameters: ['defaults?', 'dict_type?', 'allow_no_value?'],
    start(self, defaults, _, allowsNone) {
      const isAllowed = !py.isNone(allowsNone) && Sk.misceval.isTrue(allowsNone);
      Object.assign(self, { sections: new Map(), defaults: new Map(), allowsNone: isAllowed, ...state });
      if (py.isNone(defaults)) return;
      for (const [key, value] of defaults.$items()) self.defaults.set(optionName(self, key), textIn(value));
    },
    methods,
  });
const RawConfigParser = parserType('RawConfigParser', undefined, { fills: false, isSafe: false });
const ConfigParser = parserType('ConfigParser', RawConfigParser, { fills: true, isSafe: false });
const SafeConfigParser = parserType('SafeConfigParser', ConfigParser, { fills: true, isSafe: true });

py.modules.ConfigParser = () => ({
  ...errors,
  ConfigParser,
  DEFAULTSECT: py.text(common),
  MAX_INTERPOLATION_DEPTH: py.number(deepest),
  RawConfigParser,
  SafeConfigParser,
});
