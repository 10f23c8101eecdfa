// Guest code of every language: the fields of a release that a script has created from a template and that does not exist
// yet. They are those of the template, which is read when a script first touches one. Evaluated before a script; it leaves
// one global, which recorder.js takes and removes: `__inheriting(templateOf)` → { inherit(shown, templateId, status) → the
// object for the script, inherited(id, name) → the value of a field, or undefined }.
{
  const { create, hasOwn } = Object;
  const { get: getOf } = Reflect;
  const { lastIndexOf, slice } = String.prototype;
  const apply = Reflect.apply;
  const ProxyOf = Proxy;
  const Refused = Error;

  const last = (id) => apply(slice, id, [apply(lastIndexOf, id, ['/']) + 1]);

  const kept = { __proto__: null };
  for (const name of [
    ...[
      'type',
      'owner',
      'description',
      'tags',
      'scheduledStartDate',
      'dueDate',
      'plannedDuration',
      'startDate',
      'endDate',
    ],
    ...['flagStatus', 'flagComment', 'realFlagStatus', 'abortOnFailure', 'archiveRelease', 'autoStart', 'tutorial'],
    ...['allowPasswordsInAllFields', 'disableNotifications', 'calendarPublished', 'maxConcurrentReleases', 'overdue'],
    ...['allowConcurrentReleasesFromTrigger', 'scriptUsername', 'riskProfile', 'variableMapping', 'extensions'],
    ...['kind', 'categories', 'author', 'logo', 'defaultTargetFolderId', 'allowTargetFolderOverride', 'status'],
  ])
    kept[name] = true;
  /** Their ids are given when the release is created. */
  const unknown = { __proto__: null, phases: true, variables: true, attachments: true };

  globalThis.__inheriting = (templateOf) => {
    const heirs = create(null);
    const inherited = (id, name) => {
      if (typeof id !== 'string' || typeof name !== 'string') return undefined;
      const heir = heirs[last(id)];
      if (heir === undefined) return undefined;
      if (unknown[name]) throw new Refused(`the ${name} of ${id} are not there before the script has ended`);
      if (!kept[name]) return undefined;
      if (name === 'status') return heir.status;
      const template = templateOf(heir.templateId);
      return hasOwn(template, name) ? template[name] : undefined;
    };
    const get = (target, name, receiver) => {
      if (hasOwn(target, name)) return target[name];
      const value = inherited(target.id, name);
      if (value === undefined) return getOf(target, name, receiver);
      // a list that the script changes is sent as it is then
      target[name] = value;
      return value;
    };
    return {
      inherited,
      inherit(shown, templateId, status) {
        heirs[last(shown.id)] = { templateId, status };
        return new ProxyOf(shown, { __proto__: null, get });
      },
    };
  };
}
