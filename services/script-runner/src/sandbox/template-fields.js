// Sandbox code of every language: the fields of a release that a script has created from a template and that does not
// exist yet. They are those of the template, which is read when the script first uses one. The code is evaluated before
// the script and defines one global, which action-recorder.js takes and removes: `__templateFields(templateOf)` → {
// inherit(shown, templateId, status) → the object for the script, inherited(id, name) → the value of a field, or
// undefined }.
{
  const { create, hasOwn } = Object;
  const { get: getOf } = Reflect;
  const { lastIndexOf, slice } = String.prototype;
  const apply = Reflect.apply;
  const ProxyOf = Proxy;
  const Refused = Error;

  const lastSegment = (id) => apply(slice, id, [apply(lastIndexOf, id, ['/']) + 1]);

  const inheritedNames = { __proto__: null };
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
    inheritedNames[name] = true;
  /** The ids in these fields are assigned when the release is created. */
  const unknown = { __proto__: null, phases: true, variables: true, attachments: true };

  globalThis.__templateFields = (templateOf) => {
    const createdReleases = create(null);
    const inherited = (id, name) => {
      if (typeof id !== 'string' || typeof name !== 'string') return undefined;
      const createdRelease = createdReleases[lastSegment(id)];
      if (createdRelease === undefined) return undefined;
      if (unknown[name]) throw new Refused(`the ${name} of ${id} are not available until the script has ended`);
      if (!inheritedNames[name]) return undefined;
      if (name === 'status') return createdRelease.status;
      const template = templateOf(createdRelease.templateId);
      return hasOwn(template, name) ? template[name] : undefined;
    };
    const get = (target, name, receiver) => {
      if (hasOwn(target, name)) return target[name];
      const value = inherited(target.id, name);
      if (value === undefined) return getOf(target, name, receiver);
      // stored in the object, so that a list that the script changes is sent
      target[name] = value;
      return value;
    };
    return {
      inherited,
      inherit(placeholder, templateId, status) {
        createdReleases[lastSegment(placeholder.id)] = { templateId, status };
        return new ProxyOf(placeholder, { __proto__: null, get });
      },
    };
  };
}
