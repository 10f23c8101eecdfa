// Sandbox code of every language: requests and actions about users, risk and files. It is evaluated before untrusted
// code and defines one global, which action-recorder.js takes and removes: `__userRiskFileActions(ask, wishing, { idOf,
// pageOf })` → methods by API object, and `__userRiskFileActions.contents`: the methods that take or return the content
// of a file, in the form of a body.
{
  const asText = String;
  const Refused = Error;
  const { isArray } = Array;

  const isNone = (input) => input === undefined || input === null;
  const textOf = (input) => (isNone(input) || input === '' ? null : asText(input));
  const flagOf = (input) => (isNone(input) || input === '' ? null : input === true || asText(input) === 'true');
  const nameOf = (input, of) => {
    const name = typeof input === 'object' && input !== null ? input[of] : input;
    if (typeof name !== 'string' || name === '') throw new Refused(`a name is required, or an object with a ${of}`);
    return name;
  };

  const riskMethods = (ask, { record, make, making }, { idOf }) => ({
    getRisk: (id) => ask({ asks: 'risk', id: idOf(id) }),
    getAssessment: (id) => ask({ asks: 'riskAssessment', id: idOf(id) }),
    getAllRiskAssessors: () => ask({ asks: 'riskAssessors' }),
    getRiskGlobalThresholds: () => ask({ asks: 'riskThresholds' }),
    updateRiskGlobalThresholds(thresholds) {
      record({ does: 'updateRiskThresholds', thresholds });
      return thresholds;
    },
    getRiskProfiles: () => ask({ asks: 'riskProfiles' }),
    getRiskProfile: (id) => ask({ asks: 'riskProfile', id: idOf(id) }),
    createRiskProfile: (input) => make(input, (profile) => ({ does: 'createRiskProfile', profile })),
    updateRiskProfile(id, input) {
      const profile = input ?? id;
      if (making.has(idOf(id))) making.change(idOf(id), profile);
      else record({ does: 'updateRiskProfile', riskProfileId: idOf(id), profile });
      return profile;
    },
    deleteRiskProfile(id) {
      if (making.isPending(idOf(id))) making.remove(idOf(id));
      else record({ does: 'deleteRiskProfile', riskProfileId: idOf(id) });
    },
  });

  /** Scripts cannot set passwords: such a call raises an error in its line. */
  const withoutPassword = (user) => {
    if (!isNone(user?.password) || !isNone(user?.previousPassword)) throw new Refused('scripts cannot set passwords');
    return user;
  };

  function userMethods(ask, { record }, { pageOf }) {
    const saving = (does) => (input, account) => {
      const user = withoutPassword(account ?? input);
      record({ does, username: nameOf(input, 'username'), user });
      return user;
    };
    const updateUsers = (users) => {
      if (isArray(users)) for (let at = 0; at < users.length; at += 1) withoutPassword(users[at]);
      record({ does: 'updateUsers', users });
    };
    const deleteUser = (user) => record({ does: 'deleteUser', username: nameOf(user, 'username') });
    return {
      getUser: (user) => ask({ asks: 'user', username: nameOf(user, 'username') }),
      findUsers: (email, fullName, loginAllowed, external, after, before, page, size) =>
        ask({
          asks: 'users',
          email: textOf(email),
          fullName: textOf(fullName),
          loginAllowed: flagOf(loginAllowed),
          external: flagOf(external),
          lastActiveAfter: textOf(after),
          lastActiveBefore: textOf(before),
          ...pageOf(page, size),
        }),
      createUser: saving('createUser'),
      updateUser: saving('updateUser'),
      updateUsers,
      updateUsersRest: updateUsers,
      deleteUser,
      deleteUserRest: deleteUser,
    };
  }

  function roleMethods(ask, { record }, { pageOf }) {
    /** Creates a method that saves a list of objects, or one: by name and object, or as an object with its name. */
    const saving = (one, manyUsers) => (input, more) => {
      if (isArray(input)) record({ does: manyUsers, roles: input });
      else record({ does: one, roleName: nameOf(input, 'name'), role: more ?? input });
    };
    const create = saving('createRole', 'createRoles');
    const update = saving('updateRole', 'updateRoles');
    const remove = (role) => record({ does: 'deleteRole', roleName: nameOf(role, 'name') });
    const rename = (role, newName) =>
      record({ does: 'renameRole', roleName: nameOf(role, 'name'), newName: asText(newName) });
    return {
      getRoles: (page, size) => ask({ asks: 'roles', ...pageOf(page, size) }),
      getRole: (role) => ask({ asks: 'role', roleName: nameOf(role, 'name') }),
      ...{ create, createRoles: create, update, updateRoles: update },
      ...{ delete: remove, deleteRoles: remove, rename, renameRoles: rename },
    };
  }

  /** Creates the methods that add and delete attachments. `holder` is the member for the id of their container. */
  function attachmentMethods({ record, make, making }, { idOf }, of, holder) {
    return {
      addAttachment(id, name, content, type) {
        const target = { does: `attachTo${of}`, [holder]: idOf(id) };
        const placeholder = { exportFilename: asText(name), contentType: textOf(type) };
        return make(placeholder, (file) => ({
          ...target,
          name: file.exportFilename,
          contentType: file.contentType,
          content,
        }));
      },
      deleteAttachment(id, attachment) {
        const attachmentId = idOf(attachment);
        if (making.isPending(attachmentId)) making.remove(attachmentId);
        else record({ does: `detachFrom${of}`, [holder]: idOf(id), attachmentId });
      },
    };
  }

  function planMethods(ask, recording, input) {
    const { record } = recording;
    const { idOf } = input;
    const getAttachment = (id) => ask({ asks: 'attachment', id: idOf(id) });
    const deleteRelease = (id) => record({ does: 'deleteRelease', releaseId: idOf(id) });
    const ofRelease = attachmentMethods(recording, input, 'Release', 'releaseId');
    return {
      taskApi: attachmentMethods(recording, input, 'Task', 'taskId'),
      releaseApi: {
        ...ofRelease,
        ...{ getAttachment, downloadAttachment: getAttachment, delete: deleteRelease, deleteRelease },
      },
      templateApi: {
        ...ofRelease,
        deleteTemplate: (id) => record({ does: 'deleteTemplate', templateId: idOf(id) }),
      },
    };
  }

  const groovyMethods = (ask, { idOf }) => {
    const asking = (asks) => (id, exportOptions) =>
      ask({ asks, id: idOf(id), exportTemplate: flagOf(exportOptions) ?? true });
    return {
      previewExportTemplateToXFile: asking('groovyPreview'),
      exportTemplateToXFile: asking('groovyExport'),
    };
  };

  globalThis.__userRiskFileActions = (ask, recording, input) => ({
    ...planMethods(ask, recording, input),
    riskApi: riskMethods(ask, recording, input),
    userApi: userMethods(ask, recording, input),
    rolesApi: roleMethods(ask, recording, input),
    dslApi: groovyMethods(ask, input),
  });
  /**
   * The index of the argument with the content of a file, and the methods that return one, by API object and method.
   */
  globalThis.__userRiskFileActions.contents = {
    taken: {
      __proto__: null,
      'taskApi.addAttachment': 2,
      'releaseApi.addAttachment': 2,
      'templateApi.addAttachment': 2,
    },
    answered: {
      __proto__: null,
      'releaseApi.getAttachment': true,
      'releaseApi.downloadAttachment': true,
      'dslApi.exportTemplateToXFile': true,
    },
  };
}
