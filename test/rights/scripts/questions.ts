import type { scriptQuestion } from '@slipway/scripts';
import type { Ground } from './ground.ts';

type Asks = (typeof scriptQuestion)['options'][number]['shape']['asks']['value'];

/** What a script reads, in JavaScript, and the call of REST that reads the same: a path, or a path with a body to POST. */
export interface Reading {
  readonly script: string;
  readonly path: string;
  readonly body?: object;
  /** what the script makes of the answer */
  readonly of?: (answer: unknown) => unknown;
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const trial = { type: 'configuration.HttpConnection', properties: { url: 'http://127.0.0.1:9' } };

/** One for each question of the protocol: a new one does not compile without. */
export const readings: { readonly [A in Asks]: (at: Ground, archived: string) => Reading } = {
  release: (at) => ({ script: `releaseApi.getRelease('${at.release}')`, path: `/releases/${at.release}` }),
  archivedRelease: (_, archived) => ({
    script: `releaseApi.getArchivedRelease('${archived}')`,
    path: `/releases/archived/${archived}`,
  }),
  template: (at) => ({ script: `templateApi.getTemplate('${at.template}')`, path: `/templates/${at.template}` }),
  phase: (at) => ({ script: `phaseApi.getPhase('${at.part('Ahead')}')`, path: `/phases/${at.part('Ahead')}` }),
  task: (at) => ({ script: `taskApi.getTask('${at.part('gate')}')`, path: `/tasks/${at.part('gate')}` }),
  variable: (at) => ({
    script: `releaseApi.getVariable('${at.variable('updated').id}')`,
    path: `/releases/${at.variable('updated').id}`,
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
  folder: (at) => ({ script: `folderApi.getFolder('${at.folder.id}')`, path: `/folders/${at.folder.id}` }),
  folderAt: (at) => ({
    script: `folderApi.find('${at.folder.title}/target')`,
    path: `/folders/find?byPath=${at.folder.title}/target`,
  }),
  folders: (at) => ({
    script: `folderApi.list('${at.folder.id}')`,
    path: `/folders/${at.folder.id}/list`,
  }),
  folderVariables: (at) => ({
    script: `folderApi.listVariables('${at.folder.id}')`,
    path: `/folders/${at.folder.id}/variables`,
  }),
  globalVariables: () => ({
    script: 'configurationApi.getGlobalVariables()',
    path: '/config/Configuration/variables/global',
  }),
  configuration: (at) => ({
    script: `configurationApi.getConfiguration('${at.configuration('changed')}')`,
    path: `/config/${at.configuration('changed')}`,
  }),
  configurations: (at) => ({
    script: `configurationApi.searchByTypeAndTitle('configuration.HttpConnection', null, '${at.folder.id}')`,
    path: `/config/byTypeAndTitle?configurationType=configuration.HttpConnection&folderId=${at.folder.id}`,
  }),
  configurationStatus: () => ({
    script: `configurationApi.checkStatus(${JSON.stringify(trial)})`,
    path: '/config/status',
    body: trial,
  }),
  risk: (at) => ({ script: `riskApi.getRisk('${at.release}/Risk')`, path: `/risks/${at.release}/Risk` }),
  riskAssessment: (at) => {
    const id = `${at.release}/Risk/RiskAssessmentReleaseDueDateRiskAssessor`;
    return { script: `riskApi.getAssessment('${id}')`, path: `/risks/assessments/${id}` };
  },
  riskAssessors: () => ({ script: 'riskApi.getAllRiskAssessors()', path: '/risks/assessors' }),
  riskThresholds: () => ({ script: 'riskApi.getRiskGlobalThresholds()', path: '/risks/config' }),
  riskProfiles: () => ({ script: 'riskApi.getRiskProfiles()', path: '/risks/profiles' }),
  riskProfile: (at) => ({
    script: `riskApi.getRiskProfile('${at.profile('changed')}')`,
    path: `/risks/profiles/${lastOf(at.profile('changed'))}`,
  }),
  // The header contains the time
  groovyPreview: (at) => ({
    script: `dslApi.previewExportTemplateToXFile('${at.template}').replace(/.*Date created.*/, '')`,
    path: `/dsl/preview/${at.template}`,
    of: (text) => String(text).replace(/.*Date created.*/, ''),
  }),
  groovyExport: (at) => ({
    script: `dslApi.exportTemplateToXFile('${at.template}').slice(0, 2)`,
    path: `/dsl/export/${at.template}`,
    of: (text) => [...String(text).slice(0, 2)].map((character) => character.charCodeAt(0)),
  }),
  attachment: (at) => ({
    script: `releaseApi.getAttachment('${at.attachment('read', 'gate')}')`,
    path: `/releases/attachments/${lastOf(at.attachment('read', 'gate'))}`,
  }),
  user: () => ({ script: `userApi.getUser('lawful')`, path: '/users/lawful' }),
  users: () => ({ script: `userApi.findUsers('of-the-law')`, path: '/users?email=of-the-law' }),
  role: () => ({ script: `rolesApi.getRole('Lawyers')`, path: '/roles/Lawyers' }),
  roles: () => ({ script: 'rolesApi.getRoles()', path: '/roles' }),
};
