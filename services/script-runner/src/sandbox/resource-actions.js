// Sandbox code of every language: actions on objects other than plans. It is evaluated before untrusted code and
// defines one global, which action-recorder.js takes and removes: `__resourceActions(wishing, { idOf, withTaken })` →
// methods by API object.
{
  const configurationMethods = ({ record, make, making }, { idOf, withTaken }) => ({
    addConfiguration: (input) => make(input, (configuration) => ({ does: 'addConfiguration', configuration })),
    updateConfiguration(id, input) {
      const configuration = input ?? id;
      if (making.has(idOf(id))) making.change(idOf(id), configuration);
      else record({ does: 'updateConfiguration', configurationId: idOf(id), configuration });
      return configuration;
    },
    deleteConfiguration(id) {
      if (making.isPending(idOf(id))) making.remove(idOf(id));
      else record({ does: 'deleteConfiguration', configurationId: idOf(id) });
    },
    addGlobalVariable: (input) =>
      make(withTaken(input), (variable) => ({ does: 'addSharedVariable', folderId: null, variable })),
    ...sharedMethods({ record, making }, { idOf, withTaken }, 'GlobalVariable'),
  });

  /** Creates the methods that change and delete folder variables and global variables. */
  const sharedMethods = ({ record, making }, { idOf, withTaken }, of) => ({
    [`update${of}`](id, input) {
      const variable = withTaken(input ?? id);
      const variableId = idOf(input === undefined || input === null ? id : input);
      if (making.has(variableId)) making.change(variableId, variable);
      else record({ does: 'updateSharedVariable', variableId, variable });
      return variable;
    },
    [`delete${of}`](id, input) {
      const variableId = idOf(input ?? id);
      if (making.isPending(variableId)) making.remove(variableId);
      else record({ does: 'deleteSharedVariable', variableId });
    },
  });

  const folderMethods = ({ record, make, making }, { idOf, withTaken }) => ({
    addFolder(id, input) {
      const folderId = idOf(id);
      return make(input, (folder) => ({ does: 'addFolder', folderId, folder }));
    },
    moveTemplate(id, template, merging) {
      const [folderId, templateId] = [idOf(id), idOf(template)];
      record({ does: 'moveTemplate', folderId, templateId, mergePermissions: merging === true });
    },
    createVariable(id, input) {
      const folderId = idOf(id);
      return make(withTaken(input), (variable) => ({ does: 'addSharedVariable', folderId, variable }));
    },
    ...sharedMethods({ record, making }, { idOf, withTaken }, 'Variable'),
  });

  const folderOf = (id) => (id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : null);

  const templateMethods = ({ make }, { idOf, inherit }) => {
    const createFromTemplate = (does) => (id, input) => {
      const templateId = idOf(id);
      const order = input ?? {};
      const within =
        typeof order.folderId === 'string' && order.folderId !== '' ? order.folderId : folderOf(templateId);
      const action = (body, madeId) => ({ does, templateId, order: body, madeId });
      const status = does === 'createRelease' ? 'PLANNED' : 'IN_PROGRESS';
      const show = ({ id: shownId, releaseTitle }) =>
        inherit({ id: shownId, title: releaseTitle ?? null }, templateId, status);
      return make(order, action, { kind: 'Release', within, isApart: true, show });
    };
    return {
      start: createFromTemplate('startTemplate'),
      create: createFromTemplate('createRelease'),
      createTemplate(input, folder) {
        const folderId = folder === undefined || folder === null || folder === '' ? null : idOf(folder);
        const action = (template) => ({ does: 'createTemplate', folderId, template });
        return make(input, action, { kind: 'Release', within: folderId });
      },
    };
  };

  globalThis.__resourceActions = (recording, input) => ({
    configurationApi: configurationMethods(recording, input),
    folderApi: folderMethods(recording, input),
    templateApi: templateMethods(recording, input),
  });
}
