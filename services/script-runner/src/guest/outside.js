// Guest code of every language: actions of scripts on objects other than plans. Evaluated before untrusted code; it
// defines one global, which recorder.js takes and removes: `__outside(wishing, { idOf, withTaken })` → methods by api.
{
  const asText = String;

  const configurationMethods = ({ record, make, making }, { idOf, withTaken }) => ({
    addConfiguration: (given) => make(given, (configuration) => ({ does: 'addConfiguration', configuration })),
    updateConfiguration(id, given) {
      const configuration = given ?? id;
      if (making.has(idOf(id))) making.change(idOf(id), configuration);
      else record({ does: 'updateConfiguration', configurationId: idOf(id), configuration });
      return configuration;
    },
    deleteConfiguration(id) {
      if (making.isPending(idOf(id))) making.remove(idOf(id));
      else record({ does: 'deleteConfiguration', configurationId: idOf(id) });
    },
    addGlobalVariable: (given) =>
      make(withTaken(given), (variable) => ({ does: 'addSharedVariable', folderId: null, variable })),
    ...sharedMethods({ record, making }, { idOf, withTaken }, 'GlobalVariable'),
  });

  /** Changing and deleting variables of folders and of the installation. */
  const sharedMethods = ({ record, making }, { idOf, withTaken }, of) => ({
    [`update${of}`](id, given) {
      const variable = withTaken(given ?? id);
      const variableId = idOf(given === undefined || given === null ? id : given);
      if (making.has(variableId)) making.change(variableId, variable);
      else record({ does: 'updateSharedVariable', variableId, variable });
      return variable;
    },
    [`delete${of}`](id, given) {
      const variableId = idOf(given ?? id);
      if (making.isPending(variableId)) making.remove(variableId);
      else record({ does: 'deleteSharedVariable', variableId });
    },
  });

  const folderMethods = ({ record, make, making }, { idOf, withTaken }) => ({
    addFolder(id, given) {
      const folderId = idOf(id);
      return make(given, (folder) => ({ does: 'addFolder', folderId, folder }));
    },
    rename: (id, title) => record({ does: 'renameFolder', folderId: idOf(id), title: asText(title) }),
    move: (id, parent) => record({ does: 'moveFolder', folderId: idOf(id), parentId: idOf(parent) }),
    delete: (id) => record({ does: 'deleteFolder', folderId: idOf(id) }),
    moveTemplate(id, template, merging) {
      const [folderId, templateId] = [idOf(id), idOf(template)];
      record({ does: 'moveTemplate', folderId, templateId, mergePermissions: merging === true });
    },
    createVariable(id, given) {
      const folderId = idOf(id);
      return make(withTaken(given), (variable) => ({ does: 'addSharedVariable', folderId, variable }));
    },
    ...sharedMethods({ record, making }, { idOf, withTaken }, 'Variable'),
  });

  const folderOf = (id) => (id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : null);

  const templateMethods = ({ make }, { idOf, inherit }) => {
    const madeFrom = (does) => (id, given) => {
      const templateId = idOf(id);
      const order = given ?? {};
      const within =
        typeof order.folderId === 'string' && order.folderId !== '' ? order.folderId : folderOf(templateId);
      const action = (body, madeId) => ({ does, templateId, order: body, madeId });
      const status = does === 'createRelease' ? 'PLANNED' : 'IN_PROGRESS';
      const show = ({ id: shownId, releaseTitle }) =>
        inherit({ id: shownId, title: releaseTitle ?? null }, templateId, status);
      return make(order, action, { kind: 'Release', within, isApart: true, show });
    };
    return {
      start: madeFrom('startTemplate'),
      create: madeFrom('createRelease'),
      createTemplate(given, folder) {
        const folderId = folder === undefined || folder === null || folder === '' ? null : idOf(folder);
        const action = (template) => ({ does: 'createTemplate', folderId, template });
        return make(given, action, { kind: 'Release', within: folderId });
      },
    };
  };

  globalThis.__outside = (wishing, given) => ({
    configurationApi: configurationMethods(wishing, given),
    folderApi: folderMethods(wishing, given),
    templateApi: templateMethods(wishing, given),
  });
}
