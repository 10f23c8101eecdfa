import { blankTask, blankTaskPassive, isObject, type Json } from '@slipway/domain';
import { anyTask, createsReleases, scriptMember, wordDeclaring } from '../names.ts';
import { lists } from '../reading/fields.ts';
import { writeConditions, writeDependencies, writeInputs, writeLinks } from './gates.ts';
import { type Fields, keyIn, type Manner, namesOf, objectsIn, textIn, writeMembers } from './members.ts';
import { writeAttachments, writeComments, writeFacets } from './models.ts';
import { writeVariables } from './variables.ts';
import { ownType, type Writing } from './writing.ts';

/** Members of a task that belong to its run, or follow from its position. */
const happened = `id type title startDate endDate status container overdueNotified dueSoonNotified failuresCount
  postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate hasBeenFlagged
  hasBeenDelayed originId approvalVerdicts approvalVersion`;
/** What is written in a way of its own. */
const parts = `tasks conditions dependencies links variables templateVariables facets comments attachments script
  variableMapping ${scriptMember}`;
const ofCreation = 'templateId folderId createdReleaseId';

const blank: Fields = {
  ...Object.fromEntries(Object.entries(blankTask).filter(([, value]) => typeof value === 'boolean')),
  flagStatus: blankTask.flagStatus,
  plannedDuration: 0,
  startRelease: true,
  tags: blankTaskPassive.tags,
  watchers: blankTaskPassive.watchers,
  externalVariableMapping: blankTaskPassive.externalVariableMapping,
  releaseTags: [],
};

export const writeTasks = (tasks: Json | undefined, writing: Writing): void =>
  writing.page.blockOf('tasks', objectsIn(tasks), (task) => writeTask(task, writing));

function writeTask(task: Fields, writing: Writing): void {
  const { page } = writing;
  const type = ownType(task.type, writing);
  const word = wordDeclaring(type);
  const creates = createsReleases(type);
  const apart = word === anyTask ? happened : `${happened} ${parts} ${creates ? ofCreation : ''}`;
  const manner: Manner = {
    without: word === anyTask ? namesOf(`${happened} facets comments attachments variableMapping`) : namesOf(apart),
    blank,
    meant: namesOf(`property template folder ${parts}`),
    lists,
  };
  page.block(word, textIn(task.title) ?? '', () => {
    if (word === anyTask) page.member('type', type.includes('.') ? type : (textIn(task.type) ?? undefined));
    writeMembers(page, task, manner);
    writeMapping(task, writing, word !== anyTask);
    writeFacets(task.facets, writing);
    writeComments(task.comments, writing);
    writeAttachments(task.attachments, writing);
    if (word !== anyTask) writeParts(task, writing, creates);
  });
}

function writeParts(task: Fields, writing: Writing, creates: boolean): void {
  const { page } = writing;
  if (creates) writeCreation(task, writing);
  if (typeof task.script === 'string') page.script('script', task.script);
  else if (task.script !== undefined) page.escaped('script', task.script);
  if (isObject(task[scriptMember])) writeScript(task[scriptMember], task.variableMapping, writing);
  writeConditions(task, writing);
  writeDependencies(task, writing);
  writeInputs(task, writing);
  writeVariables('templateVariables', task.templateVariables, writing);
  writeTasks(task.tasks, writing);
  writeLinks(task, writing);
}

/** What is made, from what and where: by path where there is one. */
function writeCreation({ templateId, folderId, createdReleaseId }: Fields, { page, pathOf }: Writing): void {
  const byPath = (name: string, id: Json | undefined) => {
    const written = textIn(id);
    if (written !== null) page.member(name, written.includes('${') ? written : (pathOf(written) ?? written));
  };
  byPath('template', templateId);
  byPath('folder', folderId);
  const key = keyIn(createdReleaseId);
  if (key !== null) page.variable('createdReleaseId', key);
  else page.member('createdReleaseId', createdReleaseId);
}

const below = `${scriptMember}.`;

/** What variables replace of a task, but for what they replace below its script. */
function writeMapping({ variableMapping, [scriptMember]: script }: Fields, { page }: Writing, apart: boolean): void {
  if (!isObject(variableMapping)) return;
  const own = Object.entries(variableMapping).filter(
    ([name, value]) => !(apart && isObject(script) && name.startsWith(below) && keyIn(value) !== null),
  );
  if (own.length > 0) page.member('variableMapping', Object.fromEntries(own));
}

/** The script of a plugin with its properties, and with what variables replace of them. */
function writeScript(script: Readonly<Record<string, Json>>, mapping: Json | undefined, { page }: Writing): void {
  const mapped = Object.entries(isObject(mapping) ? mapping : {}).flatMap(([name, value]): [string, string][] => {
    const key = keyIn(value);
    return name.startsWith(below) && key !== null ? [[name.slice(below.length), key]] : [];
  });
  const manner: Manner = {
    without: namesOf('id type customScriptTask'),
    blank: {},
    meant: namesOf('property variableMapping'),
    lists: new Set(),
  };
  page.block('script', null, () => {
    page.member('type', script.type);
    writeMembers(page, script, manner);
    for (const [name, key] of mapped) page.variable(name, key);
  });
}
