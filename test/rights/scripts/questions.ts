import type { scriptQuestion } from '@slipway/script-protocol';
import type { ActionTargets } from './action-targets.ts';

type QuestionName = (typeof scriptQuestion)['options'][number]['shape']['asks']['value'];

/** A read call of a script in JavaScript, and the equivalent REST call: a path, or a path and a body for POST. */
export interface ScriptRead {
  readonly script: string;
  readonly path: string;
  readonly body?: object;
  /** converts the response of the script */
  readonly of?: (answer: unknown) => unknown;
}

const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const connectionDraft = { type: 'configuration.HttpConnection', properties: { url: 'http://127.0.0.1:9' } };

/** One entry for each read call of the protocol: the compiler requires an entry for a new one. */
export const scriptReads: { readonly [A in QuestionName]: (targets: ActionTargets, archived: string) => ScriptRead } = {
  release: (targets) => ({
    script: `releaseApi.getRelease('${targets.release}')`,
    path: `/releases/${targets.release}`,
  }),
  archivedRelease: (_, archived) => ({
    script: `releaseApi.getArchivedRelease('${archived}')`,
    path: `/releases/archived/${archived}`,
  }),
  template: (targets) => ({
    script: `templateApi.getTemplate('${targets.template}')`,
    path: `/templates/${targets.template}`,
  }),
  phase: (targets) => ({
    script: `phaseApi.getPhase('${targets.part('Ahead')}')`,
    path: `/phases/${targets.part('Ahead')}`,
  }),
  task: (targets) => ({ script: `taskApi.getTask('${targets.part('gate')}')`, path: `/tasks/${targets.part('gate')}` }),
  variable: (targets) => ({
    script: `releaseApi.getVariable('${targets.variable('updated').id}')`,
    path: `/releases/${targets.variable('updated').id}`,
  }),
  releasesByTitle: () => ({
    script: `releaseApi.searchReleasesByTitle('planned')`,
    path: '/releases/byTitle?releaseTitle=planned',
  }),
  releases: () => ({
    script: `releaseApi.searchReleases({ title: 'Run of', orderBy: 'title' })`,
    path: '/releases/search',
    body: { title: 'Run of', orderBy: 'title' },
  }),
  templates: () => ({ script: `templateApi.getTemplates('Plan of')`, path: '/templates?title=Plan%20of' }),
  folder: (targets) => ({
    script: `folderApi.getFolder('${targets.folder.id}')`,
    path: `/folders/${targets.folder.id}`,
  }),
  folderAt: (targets) => ({
    script: `folderApi.find('${targets.folder.title}/target')`,
    path: `/folders/find?byPath=${targets.folder.title}/target`,
  }),
  folders: (targets) => ({
    script: `folderApi.list('${targets.folder.id}')`,
    path: `/folders/${targets.folder.id}/list`,
  }),
  folderVariables: (targets) => ({
    script: `folderApi.listVariables('${targets.folder.id}')`,
    path: `/folders/${targets.folder.id}/variables`,
  }),
  globalVariables: () => ({
    script: 'configurationApi.getGlobalVariables()',
    path: '/config/Configuration/variables/global',
  }),
  configuration: (targets) => ({
    script: `configurationApi.getConfiguration('${targets.configuration('changed')}')`,
    path: `/config/${targets.configuration('changed')}`,
  }),
  configurations: (targets) => ({
    script: `configurationApi.searchByTypeAndTitle('configuration.HttpConnection', null, '${targets.folder.id}')`,
    path: `/config/byTypeAndTitle?configurationType=configuration.HttpConnection&folderId=${targets.folder.id}`,
  }),
  configurationStatus: () => ({
    script: `configurationApi.checkStatus(${JSON.stringify(connectionDraft)})`,
    path: '/config/status',
    body: connectionDraft,
  }),
  risk: (targets) => ({ script: `riskApi.getRisk('${targets.release}/Risk')`, path: `/risks/${targets.release}/Risk` }),
  riskAssessment: (targets) => {
    const id = `${targets.release}/Risk/RiskAssessmentReleaseDueDateRiskAssessor`;
    return { script: `riskApi.getAssessment('${id}')`, path: `/risks/assessments/${id}` };
  },
  riskAssessors: () => ({ script: 'riskApi.getAllRiskAssessors()', path: '/risks/assessors' }),
  riskThresholds: () => ({ script: 'riskApi.getRiskGlobalThresholds()', path: '/risks/config' }),
  riskProfiles: () => ({ script: 'riskApi.getRiskProfiles()', path: '/risks/profiles' }),
  riskProfile: (targets) => ({
    script: `riskApi.getRiskProfile('${targets.profile('changed')}')`,
    path: `/risks/profiles/${lastSegmentOf(targets.profile('changed'))}`,
  }),
  // The header contains the time
  groovyPreview: (targets) => ({
    script: `dslApi.previewExportTemplateToXFile('${targets.template}').replace(/.*Date created.*/, '')`,
    path: `/dsl/preview/${targets.template}`,
    of: (text) => String(text).replace(/.*Date created.*/, ''),
  }),
  groovyExport: (targets) => ({
    script: `dslApi.exportTemplateToXFile('${targets.template}').slice(0, 2)`,
    path: `/dsl/export/${targets.template}`,
    of: (text) => [...String(text).slice(0, 2)].map((character) => character.charCodeAt(0)),
  }),
  attachment: (targets) => ({
    script: `releaseApi.getAttachment('${targets.attachment('read', 'gate')}')`,
    path: `/releases/attachments/${lastSegmentOf(targets.attachment('read', 'gate'))}`,
  }),
  user: () => ({ script: `userApi.getUser('lawful')`, path: '/users/lawful' }),
  users: () => ({ script: `userApi.findUsers('of-the-law')`, path: '/users?email=of-the-law' }),
  role: () => ({ script: `rolesApi.getRole('Lawyers')`, path: '/roles/Lawyers' }),
  roles: () => ({ script: 'rolesApi.getRoles()', path: '/roles' }),
};
