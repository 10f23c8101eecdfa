/**
 * References to other objects. In a script, a reference is both the object, which is read on access, and its id as a
 * string (compatibility.md, Scripts). Also computed members of the product family's objects that REST does not return.
 */
const B = Sk.builtin;

const lastOf = (id) => id.slice(id.lastIndexOf('/') + 1);
const kinds = ['Release', 'Phase', 'Task', 'Folder', 'Configuration'];
const path = /^(?:Applications|Configuration\/Custom)(?:\/[\w-]+)*\/(?:Release|Phase|Task|Folder|Configuration)[\w-]+$/;
const bare = /^(?:Release|Phase|Task|Folder|Configuration)[\w-]+$/;
const pointing = ['container', 'target', 'release', 'phase', 'gateTask'];
const isId = (name) => name === 'id' || /Ids?$/.test(name);

/** Whether a member of an object is the id of another object. */
const refers = (name, value) =>
  typeof value === 'string' &&
  !isId(name) &&
  (path.test(value) || /^Configuration\/Custom\/./.test(value) || (pointing.includes(name) && bare.test(value)));

/** Whether a name is a string method. `title` is excluded, since every object has a property with this name. */
const isOfTexts = (name) => name !== 'title' && B.str.prototype[Sk.fixReserved(name)] !== undefined;

const Reference = Sk.abstr.buildNativeClass('Reference', {
  constructor: function Reference() {},
  base: B.str,
  slots: {
    tp$getattr(name, canSuspend) {
      if (name.v.startsWith('__') || isOfTexts(name.v)) return B.str.prototype.tp$getattr.call(this, name, canSuspend);
      if (name.v === 'id') return py.text(this.v);
      if (name.v === 'getId') return py.define('getId', [], () => py.text(this.v));
      return objectOf(this).tp$getattr(name, canSuspend);
    },
    tp$setattr(name, value) {
      objectOf(this).tp$setattr(name, value);
    },
    mp$subscript(key, canSuspend) {
      return py.isText(key)
        ? objectOf(this).mp$subscript(key)
        : B.str.prototype.mp$subscript.call(this, key, canSuspend);
    },
  },
});

const objectOf = (reference) => {
  reference.object ??= py.readObject(
    kinds.find((kind) => lastOf(reference.v).startsWith(kind)) ?? 'Configuration',
    reference.v,
  );
  return reference.object;
};

/** Returns the object of a reference, and other values unchanged. */
py.objectOf = (value) => (value instanceof Reference ? objectOf(value) : value);

/** Creates a reference from the id of an object. */
py.reference = (id) => {
  const text = py.text(id);
  return Object.assign(Object.create(Reference.prototype), {
    v: id,
    $mangled: text.$mangled,
    $savedKeyHash: text.$savedKeyHash,
  });
};

const areReferences = (name, value) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => refers(name, item));

/** Converts a member of a REST object to Python. */
py.memberOf = (name, value, writable) => {
  if (py.isDate(name, value)) return py.dateValue(value);
  if (areReferences(name, value)) return new B.list(value.map(py.reference));
  return refers(name, value) ? py.reference(value) : py.toRecord(value, writable);
};

const textIn = (record, name) => {
  const value = record.mp$lookup(py.text(name));
  return py.isText(value) ? value.v : undefined;
};
const itemsIn = (record, name) => record.mp$lookup(py.text(name))?.v ?? [];

/**
 * Returns a getter for the container of a kind, for example the phase of a task. The id of an object contains the id of
 * its container.
 */
const around = (kind) => (record) => {
  const parts = (textIn(record, 'id') ?? '').split('/');
  const at = parts.findIndex((part) => part.startsWith(kind) && part.length > kind.length);
  return at < 0 || at === parts.length - 1 ? undefined : py.reference(parts.slice(0, at + 1).join('/'));
};

/** Returns the id of the folder of an object, which may be the object itself. */
py.folderIdOf = (record) => {
  const parts = (textIn(record, 'id') ?? '').split('/');
  const folders = parts.findLastIndex((part) => part.startsWith('Folder')) + 1;
  return py.text(parts.slice(0, folders || 1).join('/'));
};

const tasksIn = (record) => itemsIn(record, 'tasks').flatMap((task) => [task, ...tasksIn(task)]);
const allTasks = (record) => [...itemsIn(record, 'phases').flatMap(tasksIn), ...tasksIn(record)];
const isIn =
  (...names) =>
  (record) =>
    names.some((name) => record.mp$lookup(py.text(name)) !== undefined);
const hasTasks = isIn('phases', 'tasks');
const isTask = isIn('container');

const passive = [
  'TEMPLATE',
  'PLANNED',
  'COMPLETED_IN_ADVANCE',
  'SKIPPED_IN_ADVANCE',
  'COMPLETED',
  'SKIPPED',
  'ABORTED',
];
const statuses = [
  ...passive,
  'IN_PROGRESS',
  'FAILING',
  'FAILED',
  'PAUSED',
  'PENDING',
  'QUEUED',
  'WAITING_FOR_INPUT',
  'PRECONDITION_IN_PROGRESS',
  'FAILURE_HANDLER_IN_PROGRESS',
  'FACET_CHECK_IN_PROGRESS',
];
const written = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).toUpperCase();

/** Returns the result of `isActive()` and similar methods for a status. */
const standing = (name, status) => {
  if (name === 'active') return !passive.includes(status);
  if (name === 'done') return status === 'COMPLETED' || status === 'SKIPPED';
  if (name === 'defunct') return ['COMPLETED', 'SKIPPED', 'ABORTED'].includes(status);
  if (name === 'updatable') return !['COMPLETED', 'SKIPPED', 'ABORTED'].includes(status);
  const asked = written(name);
  return statuses.includes(asked) ? status === asked : undefined;
};

const computed = {
  taskType: (record) => (isTask(record) ? (typeIn(record) ?? record.mp$lookup(py.text('type'))) : undefined),
  folderId(record) {
    const id = textIn(record, 'id') ?? '';
    return lastOf(id).startsWith('Release') && id.includes('/') ? py.text(id.slice(0, id.lastIndexOf('/'))) : undefined;
  },
  phase: (record) => (isTask(record) ? around('Phase')(record) : undefined),
  release: around('Release'),
  allTasks: (record) => (hasTasks(record) ? new B.list(allTasks(record)) : undefined),
  allGates: (record) =>
    hasTasks(record) ? new B.list(allTasks(record).filter(isIn('conditions', 'dependencies'))) : undefined,
  activeTasks: (record) =>
    hasTasks(record)
      ? new B.list(allTasks(record).filter((task) => textIn(task, 'status') === 'IN_PROGRESS'))
      : undefined,
  variablesByKeys: (record) =>
    isIn('variables')(record)
      ? new B.dict(itemsIn(record, 'variables').flatMap((one) => [one.mp$lookup(py.text('key')), one]))
      : undefined,
};

/** Returns the type of a plugin task from its member `pythonScript`. */
const typeIn = (record) => record.mp$lookup(py.text('pythonScript'))?.mp$lookup?.(py.text('type'));

/** Returns a computed property that REST omits; undefined if the object has no such property. */
py.computedMember = (record, name) => {
  const inherited = py.inherited(textIn(record, 'id'), name);
  if (inherited !== undefined) {
    // stored in the object, so that a list that the script changes is sent
    record.mp$ass_subscript(py.text(name), inherited);
    return inherited;
  }
  if (Object.hasOwn(computed, name)) return computed[name](record);
  return undefined;
};

/** Returns the result of a flag getter of an object: `isActive`, `isInProgress`, `isTaskGroup`. */
py.flagOf = (record, getter) => {
  const name = /^is([A-Z]\w*)$/.exec(getter)?.[1];
  if (name === undefined) return undefined;
  if (name === 'TaskGroup') return py.bool(isTask(record) && isIn('tasks')(record));
  if (name === 'Gate') return py.bool(isIn('conditions')(record));
  const status = textIn(record, 'status');
  const stands = status === undefined ? undefined : standing(name.charAt(0).toLowerCase() + name.slice(1), status);
  return stands === undefined ? undefined : py.bool(stands);
};
