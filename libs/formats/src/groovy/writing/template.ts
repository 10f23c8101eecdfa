import { blankPhase, blankRelease, blankReleasePassive, type Json } from '@slipway/domain';
import { lists } from '../reading/fields.ts';
import { literalOf } from './literals.ts';
import { type Fields, type Manner, namesOf, objectsIn, textIn, writeMembers } from './members.ts';
import { writeAttachments, writeExtensions, writeFolder, writeTeams, writeTriggers } from './models.ts';
import { Page } from './page.ts';
import { writeTasks } from './tasks.ts';
import { writeVariables } from './variables.ts';
import { keysOf, placesOf, type Writing } from './writing.ts';

/** How a template is written in Groovy. */
export interface GroovyOrder {
  /** with its folder, triggers and teams, as a template; else as a release */
  readonly asTemplate: boolean;
  /** The header comment of the file. */
  readonly head: { readonly from: string; readonly version: string; readonly date: string };
  /** the titles on the way to the folder of the template, with slashes between them; null: it is at the top */
  readonly folder: string | null;
  /** The same for any template or folder by its id; null where they name none, or several. */
  readonly pathOf: (id: string) => string | null;
}

/** What has happened to a release, or follows from what it has. */
const happened = `id type title status startDate endDate queryableStartDate queryableEndDate overdueNotified
  realFlagStatus originTemplateId createdFromTrigger startedFromTaskId runningTriggeredReleasesCount
  automatedResumeCount maxAutomatedResumes abortComment calendarLinkToken riskScore totalRiskScore $metadata
  scriptUserPassword currentTask`;
const parts = 'variables phases releaseTriggers teams extensions attachments defaultTargetFolderId';

/** Attachments are written apart. */
const { attachments: _, ...blankPassive } = blankReleasePassive;

const manner: Manner = {
  without: namesOf(`${happened} ${parts}`),
  blank: { ...blankRelease, ...blankPassive, plannedDuration: 0 } satisfies Readonly<Record<string, Json>>,
  meant: namesOf('property folder triggers'),
  lists,
};

const ofPhases: Manner = {
  without: namesOf('id type title status startDate endDate overdueNotified originId release tasks'),
  blank: { ...blankPhase, plannedDuration: 0 } satisfies Readonly<Record<string, Json>>,
  meant: new Set(['property']),
  lists: new Set(),
};

/**
 * A template, in the form of `GET /templates/{id}`, as a file of declarations (file-formats.md, Groovy) that
 * `templateFromGroovy` reads. Passwords are left out; a member without a form is written as a comment.
 */
export function groovyOf(template: Fields, order: GroovyOrder): string {
  const page = new Page();
  const { from, version, date } = order.head;
  page.comment(`Exported from:        ${from}`);
  page.comment(`Release version:      ${version}`);
  page.comment(`Date created:         ${date}`);
  page.blank();
  const [prefix = ''] = (textIn(template.type) ?? '').split('.');
  const writing = { page, prefix, keys: keysOf(template), places: placesOf(template), pathOf: order.pathOf };
  page.block('xlr', null, () =>
    page.block(order.asTemplate ? 'template' : 'release', textIn(template.title) ?? '', () =>
      writeInner(template, order, writing),
    ),
  );
  return page.text;
}

function writeInner(template: Fields, { asTemplate, folder }: GroovyOrder, writing: Writing): void {
  const { page } = writing;
  if (asTemplate && folder !== null) page.written('folder', `(${literalOf(folder)})`);
  writeVariables('variables', template.variables, writing);
  writeMembers(page, template, manner);
  writeFolder('defaultTargetFolderId', template.defaultTargetFolderId, writing);
  writeAttachments(template.attachments, writing);
  page.block('phases', null, () => {
    for (const phase of objectsIn(template.phases)) writePhase(phase, writing);
  });
  if (asTemplate) {
    writeTriggers(template.releaseTriggers, writing);
    writeTeams(template.teams, writing);
  }
  writeExtensions(template.extensions, writing);
}

const writePhase = (phase: Fields, writing: Writing): void =>
  writing.page.block('phase', textIn(phase.title) ?? '', () => {
    writeMembers(writing.page, phase, ofPhases);
    writeTasks(phase.tasks, writing);
  });
