import { blankTask, blankTaskPassive, isObject, type Json } from '@slipway/domain/model';
import { createsReleases, genericTaskWord, scriptMember, wordOfType } from '../names.ts';
import { listMemberNames } from '../reading/fields.ts';
import { isList, literalOf } from './literals.ts';
import {
  type Fields,
  keyIn,
  lastOf,
  namesOf,
  objectsIn,
  ownType,
  textIn,
  type WriteContext,
  type WriteRules,
  writeMembers,
} from './members.ts';
import { writeAttachments, writeComments, writeFacets } from './models.ts';
import { writeVariables } from './variables.ts';

const writeConditions = ({ conditions }: Fields, { writer }: WriteContext): void =>
  writer.blockForEach('conditions', objectsIn(conditions), ({ title }) =>
    writer.rawStatement('condition', `(${literalOf(textIn(title) ?? '')})`),
  );

/** Writes the target of a gate: a position in the same template, because a copy has other ids, or an id. */
const writeDependencies = ({ dependencies }: Fields, { writer, positions }: WriteContext): void =>
  writer.blockForEach('dependencies', objectsIn(dependencies), ({ targetId, target }) =>
    writer.block('dependency', null, () => {
      const rawTarget = targetId ?? target;
      const position = positions.get(lastOf(rawTarget));
      const key = keyIn(rawTarget);
      if (position) writer.rawStatement('place', ` ${position.join(', ')}`);
      else if (key !== null) writer.variable('target', key);
      else writer.member('target', rawTarget);
    }),
  );

/** Writes the variables of a user input task. */
const writeInputs = ({ variables }: Fields, { writer, keys }: WriteContext): void => {
  const rawTarget: readonly Json[] = variables !== undefined && isList(variables) ? variables : [];
  const requestedKeys = rawTarget.flatMap(
    (variable) => keys.get(lastOf(isObject(variable) ? variable.id : variable)) ?? [],
  );
  writer.blockForEach('variables', requestedKeys, (key) => writer.member('variable', key));
};

/** Writes the links between tasks of a group, by titles, or by numbers if titles are not distinct. */
const writeLinks = ({ links, tasks }: Fields, { writer }: WriteContext): void => {
  const members = objectsIn(tasks);
  const linkName = (id: Json | undefined): Json | undefined => {
    const index = members.findIndex((task) => lastOf(task.id) === lastOf(id));
    const title = members[index]?.title;
    return members.filter((task) => task.title === title).length === 1 ? title : index + 1;
  };
  const completeLinks = objectsIn(links).filter((link) => linkName(link.source) !== 0 && linkName(link.target) !== 0);
  writer.blockForEach('links', completeLinks, ({ source, target }) =>
    writer.block('link', null, () => {
      writer.member('source', linkName(source));
      writer.member('target', linkName(target));
    }),
  );
};

/** Members of a task that belong to its run, or are derived from its position. */
const runMembers = `id type title startDate endDate status container overdueNotified dueSoonNotified failuresCount
  postponedDueToBlackout postponedUntilEnvironmentsAreReserved originalScheduledStartDate hasBeenFlagged
  hasBeenDelayed originId approvalVerdicts approvalVersion`;
/** Members that are written in a separate form. */
const partMembers = `tasks conditions dependencies links variables templateVariables facets comments attachments script
  variableMapping ${scriptMember}`;
const creationMembers = 'templateId folderId createdReleaseId';

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

const rulesFor = (excluded: string): WriteRules => ({
  excluded: namesOf(excluded),
  defaults: blank,
  reserved: namesOf(`property template folder ${partMembers}`),
  listMembers: listMemberNames,
});
const genericRules = rulesFor(`${runMembers} facets comments attachments variableMapping`);
const typedRules = rulesFor(`${runMembers} ${partMembers}`);
const creationRules = rulesFor(`${runMembers} ${partMembers} ${creationMembers}`);

export const writeTasks = (tasks: Json | undefined, context: WriteContext): void =>
  context.writer.blockForEach('tasks', objectsIn(tasks), (task) => writeTask(task, context));

function writeTask(task: Fields, context: WriteContext): void {
  const { writer } = context;
  const type = ownType(task.type, context);
  const keyword = wordOfType(type);
  const createsRelease = createsReleases(type);
  const rules = keyword === genericTaskWord ? genericRules : createsRelease ? creationRules : typedRules;
  writer.block(keyword, textIn(task.title) ?? '', () => {
    if (keyword === genericTaskWord)
      writer.member('type', type.includes('.') ? type : (textIn(task.type) ?? undefined));
    writeMembers(writer, task, rules);
    writeMapping(task, context, keyword !== genericTaskWord);
    writeFacets(task.facets, context);
    writeComments(task.comments, context);
    writeAttachments(task.attachments, context);
    if (keyword !== genericTaskWord) writeParts(task, context, createsRelease);
  });
}

function writeParts(task: Fields, context: WriteContext, createsRelease: boolean): void {
  const { writer } = context;
  if (createsRelease) writeCreation(task, context);
  if (typeof task.script === 'string') writer.script('script', task.script);
  else if (task.script !== undefined) writer.propertyStatement('script', task.script);
  if (isObject(task[scriptMember])) writeScript(task[scriptMember], task.variableMapping, context);
  writeConditions(task, context);
  writeDependencies(task, context);
  writeInputs(task, context);
  writeVariables('templateVariables', task.templateVariables, context);
  writeTasks(task.tasks, context);
  writeLinks(task, context);
}

/** Writes the template and the folder of a release to create, by path if possible. */
function writeCreation({ templateId, folderId, createdReleaseId }: Fields, { writer, pathOf }: WriteContext): void {
  const byPath = (name: string, id: Json | undefined) => {
    const rawId = textIn(id);
    if (rawId !== null) writer.member(name, rawId.includes('${') ? rawId : (pathOf(rawId) ?? rawId));
  };
  byPath('template', templateId);
  byPath('folder', folderId);
  const key = keyIn(createdReleaseId);
  if (key !== null) writer.variable('createdReleaseId', key);
  else writer.member('createdReleaseId', createdReleaseId);
}

const scriptPrefix = `${scriptMember}.`;

/** Writes the members of a task that are mapped to variables, except those of its script. */
function writeMapping(
  { variableMapping, [scriptMember]: script }: Fields,
  { writer }: WriteContext,
  excludedNames: boolean,
): void {
  if (!isObject(variableMapping)) return;
  const own = Object.entries(variableMapping).filter(
    ([name, value]) => !(excludedNames && isObject(script) && name.startsWith(scriptPrefix) && keyIn(value) !== null),
  );
  if (own.length > 0) writer.member('variableMapping', Object.fromEntries(own));
}

const scriptRules: WriteRules = {
  excluded: namesOf('id type customScriptTask'),
  defaults: {},
  reserved: namesOf('property variableMapping'),
  listMembers: new Set(),
};

/** Writes the properties of a plugin script, including those that are mapped to variables. */
function writeScript(
  script: Readonly<Record<string, Json>>,
  mapping: Json | undefined,
  { writer }: WriteContext,
): void {
  const mapped = Object.entries(isObject(mapping) ? mapping : {}).flatMap(([name, value]): [string, string][] => {
    const key = keyIn(value);
    return name.startsWith(scriptPrefix) && key !== null ? [[name.slice(scriptPrefix.length), key]] : [];
  });
  writer.block('script', null, () => {
    writer.member('type', script.type);
    writeMembers(writer, script, scriptRules);
    for (const [name, key] of mapped) writer.variable(name, key);
  });
}
