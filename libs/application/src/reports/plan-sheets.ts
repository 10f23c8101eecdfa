import { valuesAsTexts } from '@slipway/api-schema/variables';
import { type Attachment, passwordMask, type Variable } from '@slipway/domain/model';
import { isEmpty } from '@slipway/domain/variables';
import type { Cell, Row, Sheet } from '@slipway/formats';
import { dateCell, durationCell, listCell, wordsOf } from './report-cells.ts';
import { countByStatus, type ReportedTask, type ReportFacts } from './report-facts.ts';

/** The sheets of an audit report about the current state of the release. */

export const summarySheet = (facts: ReportFacts): Sheet => ({
  name: 'Summary',
  columns: [
    { title: 'Property', width: 28 },
    { title: 'Value', width: 80 },
  ],
  rows: () => [...releaseRows(facts), ...stateRows(facts), ...authorRows(facts)],
});

/** Returns the title of another object, if the caller may view it, and its id. */
const named = ({ titles }: ReportFacts, id: string | null): Cell => {
  const title = id === null ? undefined : titles.get(id);
  return title === undefined ? id : `${title} (${id})`;
};

const releaseRows = (facts: ReportFacts): readonly Row[] => {
  const { release, passive } = facts.view;
  return [
    ['Title', release.title],
    ['Id', release.id],
    ['Folder', named(facts, release.folderId)],
    ['Template', named(facts, release.originTemplateId)],
    ['Description', passive.description],
    ['Tags', listCell(release.tags)],
    ['Owner', release.owner],
    ['Archived', facts.archived],
  ];
};

const stateRows = (facts: ReportFacts): readonly Row[] => {
  const { release, passive } = facts.view;
  return [
    ['Status', wordsOf(release.status)],
    ['Reason of the abort', release.abortComment],
    ['Flag', wordsOf(release.flagStatus)],
    ['Flag comment', passive.flagComment],
    ['Risk score (0 to 100)', release.riskScore],
    ['Planned start (UTC)', dateCell(release.scheduledStartDate)],
    ['Due (UTC)', dateCell(release.dueDate)],
    ['Start (UTC)', dateCell(release.startDate)],
    ['End (UTC)', dateCell(release.endDate)],
    ['Duration (h:mm:ss)', durationCell(release.startDate, release.endDate)],
    ['Automatic resumes', release.automatedResumeCount],
    ...[...countByStatus(facts)].map(([status, count]) => [`Tasks: ${wordsOf(status)}`, count]),
  ];
};

const authorRows = ({ view: { release, version } }: ReportFacts): readonly Row[] => [
  ['Created by', release.authorship.createdBy],
  ['Created by a trigger', release.createdFromTrigger],
  ['Created by task', release.startedFromTaskId],
  ['Started by', release.authorship.startedBy],
  ['Plan last changed by', release.authorship.changedBy],
  ['Plan revision', release.authorship.revision],
  ['Version', String(version)],
];

export const taskSheet = ({ tasks }: ReportFacts): Sheet => ({
  name: 'Tasks',
  columns: [
    { title: 'No.', width: 10 },
    { title: 'Phase', width: 24 },
    { title: 'Group', width: 24 },
    { title: 'Task', width: 44 },
    { title: 'Type', width: 22 },
    { title: 'Status', width: 20 },
    { title: 'Assignee', width: 18 },
    { title: 'Team', width: 18 },
    { title: 'Planned start (UTC)', width: 20 },
    { title: 'Due (UTC)', width: 20 },
    { title: 'Start (UTC)', width: 20 },
    { title: 'End (UTC)', width: 20 },
    { title: 'Duration', width: 12 },
    { title: 'Failures', width: 10 },
    { title: 'Flag', width: 18 },
    { title: 'Flag comment', width: 30 },
    { title: 'Description', width: 60 },
    { title: 'Id', width: 40 },
  ],
  rows: () => [...tasks.values()].map(taskRow),
});

function taskRow({ position, phase, groups, task, passive }: ReportedTask): Row {
  const { definition, run } = task;
  return [
    ...[position, phase, groups.length === 0 ? null : groups.join(' › '), definition.title],
    ...[definition.type, wordsOf(run.status), definition.owner, definition.team],
    dateCell(run.postponedUntil ?? definition.scheduledStartDate),
    ...[dateCell(definition.dueDate), dateCell(run.startDate), dateCell(run.endDate)],
    durationCell(run.startDate, run.endDate),
    ...[run.failuresCount, wordsOf(definition.flagStatus), passive.flagComment, passive.description, task.id],
  ];
}

export const attachmentSheet = ({ view: { release, passive }, tasks }: ReportFacts): Sheet => ({
  name: 'Attachments',
  columns: [
    { title: 'File', width: 40 },
    { title: 'Attached to', width: 44 },
    { title: 'Size (bytes)', width: 14 },
    { title: 'SHA-256', width: 68 },
    { title: 'Media type', width: 28 },
    { title: 'Id', width: 40 },
  ],
  rows: () => [
    ...passive.attachments.map((attachment) => attachmentRow(attachment, release.title)),
    ...[...tasks.values()].flatMap((item) =>
      item.passive.attachments.map((attachment) =>
        attachmentRow(attachment, `${item.position} ${item.task.definition.title}`),
      ),
    ),
  ],
});

const attachmentRow = ({ name, size, checksum, contentType, id }: Attachment, holder: string): Row => [
  ...[name, holder, size, checksum, contentType, id],
];

export const variableSheet = ({ view: { release } }: ReportFacts): Sheet => ({
  name: 'Variables',
  columns: [
    { title: 'Key', width: 34 },
    { title: 'Label', width: 30 },
    { title: 'Type', width: 26 },
    { title: 'Value', width: 60 },
    { title: 'Description', width: 50 },
  ],
  rows: () => {
    const texts = valuesAsTexts(release.variables);
    return release.variables.map((variable) => variableRow(variable, texts));
  },
});

/** A password is masked. */
function variableRow({ key, label, type, value, description }: Variable, texts: Readonly<Record<string, string>>): Row {
  const isPassword = type === 'PasswordStringVariable';
  const mask = isEmpty(value) ? null : passwordMask;
  return [key, label, type, isPassword ? mask : (texts[`\${${key}}`] ?? null), description];
}
