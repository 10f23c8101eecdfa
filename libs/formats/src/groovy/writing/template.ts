import { blankPhase, blankRelease, blankReleasePassive, type Json } from '@slipway/domain/model';
import { listMemberNames } from '../reading/fields.ts';
import { GroovyWriter } from './groovy-writer.ts';
import { literalOf } from './literals.ts';
import {
  type Fields,
  keysOf,
  namesOf,
  objectsIn,
  positionsOf,
  textIn,
  type WriteContext,
  type WriteRules,
  writeMembers,
} from './members.ts';
import { writeAttachments, writeExtensions, writeFolder, writeTeams, writeTriggers } from './models.ts';
import { writeTasks } from './tasks.ts';
import { writeVariables } from './variables.ts';

/** The options for writing a template in Groovy. */
export interface GroovyExportOptions {
  /** Whether the file is a template with its folder, triggers and teams; otherwise, it is a release. */
  readonly asTemplate: boolean;
  /** The header comment of the file. */
  readonly head: { readonly from: string; readonly version: string; readonly date: string };
  /** the path of titles of the template's folder; null at the top level */
  readonly folder: string | null;
  /** Returns the path of titles of a template or folder with an id, or null for an invisible or ambiguous one. */
  readonly pathOf: (id: string) => string | null;
}

/** The run state of a release, and its computed members. */
const runMembers = `id type title status startDate endDate queryableStartDate queryableEndDate overdueNotified
  realFlagStatus originTemplateId createdFromTrigger startedFromTaskId runningTriggeredReleasesCount
  automatedResumeCount maxAutomatedResumes abortComment calendarLinkToken riskScore totalRiskScore $metadata
  scriptUserPassword currentTask`;
const partMembers = 'variables phases releaseTriggers teams extensions attachments defaultTargetFolderId';

/** Attachments are written separately. */
const { attachments: _, ...blankPassive } = blankReleasePassive;

const templateRules: WriteRules = {
  excluded: namesOf(`${runMembers} ${partMembers}`),
  defaults: { ...blankRelease, ...blankPassive, plannedDuration: 0 } satisfies Readonly<Record<string, Json>>,
  reserved: namesOf('property folder triggers'),
  listMembers: listMemberNames,
};

const phaseRules: WriteRules = {
  excluded: namesOf('id type title status startDate endDate overdueNotified originId release tasks'),
  defaults: { ...blankPhase, plannedDuration: 0 } satisfies Readonly<Record<string, Json>>,
  reserved: new Set(['property']),
  listMembers: new Set(),
};

/**
 * Writes a template, in the form of `GET /templates/{id}`, as a Groovy file (file-formats.md, Groovy) that
 * `templateFromGroovy` reads. Omits passwords. A value that the format cannot represent becomes a comment.
 */
export function writeGroovy(template: Fields, options: GroovyExportOptions): string {
  const writer = new GroovyWriter();
  const { from, version, date } = options.head;
  writer.comment(`Exported from:        ${from}`);
  writer.comment(`Release version:      ${version}`);
  writer.comment(`Date created:         ${date}`);
  writer.blank();
  const [prefix = ''] = (textIn(template.type) ?? '').split('.');
  const context = { writer, prefix, keys: keysOf(template), positions: positionsOf(template), pathOf: options.pathOf };
  writer.block('xlr', null, () =>
    writer.block(options.asTemplate ? 'template' : 'release', textIn(template.title) ?? '', () =>
      writeInner(template, options, context),
    ),
  );
  return writer.text;
}

function writeInner(template: Fields, { asTemplate, folder }: GroovyExportOptions, context: WriteContext): void {
  const { writer } = context;
  if (asTemplate && folder !== null) writer.rawStatement('folder', `(${literalOf(folder)})`);
  writeVariables('variables', template.variables, context);
  writeMembers(writer, template, templateRules);
  writeFolder('defaultTargetFolderId', template.defaultTargetFolderId, context);
  writeAttachments(template.attachments, context);
  writer.block('phases', null, () => {
    for (const phase of objectsIn(template.phases)) writePhase(phase, context);
  });
  if (asTemplate) {
    writeTriggers(template.releaseTriggers, context);
    writeTeams(template.teams, context);
  }
  writeExtensions(template.extensions, context);
}

const writePhase = (phase: Fields, context: WriteContext): void =>
  context.writer.block('phase', textIn(phase.title) ?? '', () => {
    writeMembers(context.writer, phase, phaseRules);
    writeTasks(phase.tasks, context);
  });
