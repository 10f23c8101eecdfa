/** The methods of the objects that scripts see, as docs/how-to/write-scripts.md lists them. */
export const scriptMethods: Readonly<Record<string, string>> = {
  taskApi:
    'newTask addTask updateTask copyTask moveTask changeTaskType deleteTask delete assignTask ' +
    'commentTask newComment completeTask failTask skipTask retryTask reopenTask startTaskNow ' +
    'abortTask addCondition updateCondition deleteCondition addDependency deleteDependency ' +
    'addAttachment deleteAttachment getTask searchTasksByTitle',
  phaseApi: 'newPhase addPhase addTask updatePhase copyPhase movePhase deletePhase getPhase ' + 'searchPhasesByTitle',
  releaseApi:
    'createVariable updateVariable deleteVariable updateRelease start resume abort delete ' +
    'addAttachment deleteAttachment getRelease getArchivedRelease getReleases searchReleases ' +
    'searchReleasesByTitle getActiveTasks getVariables getVariable getAttachment',
  templateApi:
    'createTemplate updateTemplate deleteTemplate create start createVariable updateVariable ' +
    'deleteVariable addAttachment deleteAttachment getTemplate getTemplates getVariables getVariable',
  folderApi:
    'addFolder rename move delete moveTemplate createVariable updateVariable deleteVariable ' +
    'getFolder find listRoot list getTemplates searchReleases listVariables',
  configurationApi:
    'addConfiguration updateConfiguration deleteConfiguration addGlobalVariable updateGlobalVariable ' +
    'deleteGlobalVariable getConfiguration searchByTypeAndTitle checkStatus getGlobalVariables',
  riskApi:
    'createRiskProfile updateRiskProfile copyRiskProfile deleteRiskProfile ' +
    'updateRiskGlobalThresholds getRisk getAssessment getAllRiskAssessors getRiskGlobalThresholds ' +
    'getRiskProfiles getRiskProfile',
  userApi: 'createUser updateUser updateUsers deleteUser getUser findUsers',
  rolesApi: 'create update rename delete getRole getRoles',
  dslApi: 'previewExportTemplateToXFile exportTemplateToXFile',
};

/** The other names that scripts see, with the text that completes them. */
export const scriptNames: readonly string[] = [
  ...['releaseVariables', 'folderVariables', 'globalVariables', 'release', 'phase', 'task', 'result'],
  ...['getCurrentRelease()', 'getCurrentPhase()', 'getCurrentTask()', 'getCurrentFolder()'],
  ...['getTasksByTitle()', 'getPhasesByTitle()', 'getReleasesByTitle()'],
  ...Object.keys(scriptMethods),
];
