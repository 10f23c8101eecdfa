import { isObject, type Json } from '@slipway/domain/model';
import { listMemberNames } from '../reading/fields.ts';
import { toTypeName } from '../reading/models.ts';
import { isList } from './literals.ts';
import {
  type Fields,
  lastOf,
  namesOf,
  objectsIn,
  ownType,
  textIn,
  type WriteContext,
  type WriteRules,
  writeMembers,
} from './members.ts';
import { writeVariables } from './variables.ts';

const plainRules: WriteRules = {
  excluded: namesOf('id type'),
  defaults: { scope: 'TASK', variableMapping: {} },
  reserved: new Set(['property']),
  listMembers: listMemberNames,
};

export const writeFacets = (facets: Json | undefined, { writer }: WriteContext): void =>
  writer.blockForEach('facets', objectsIn(facets), (facet) =>
    writer.block('facet', textIn(facet.type) ?? '', () =>
      writeMembers(writer, facet, { ...plainRules, excluded: namesOf('id type targetId') }),
    ),
  );

export const writeComments = (comments: Json | undefined, { writer }: WriteContext): void =>
  writer.blockForEach('comments', objectsIn(comments), (comment) =>
    writer.block('comment', null, () => writeMembers(writer, comment, plainRules)),
  );

/** Writes the attachments. Their files are named by id, because titles may be invalid as file names. */
export const writeAttachments = (attachments: Json | undefined, { writer }: WriteContext): void =>
  writer.blockForEach('attachments', objectsIn(attachments), ({ id, exportFilename, contentType }) => {
    const last = lastOf(id);
    writer.block('attachment', last, () => {
      writer.member('filename', `attachments/${last}`);
      writer.member('exportFilename', exportFilename);
      writer.member('contentType', contentType);
    });
  });

export const writeTeams = (teams: Json | undefined, { writer }: WriteContext): void =>
  writer.blockForEach('teams', objectsIn(teams), (team) =>
    writer.block('team', textIn(team.teamName) ?? '', () =>
      writeMembers(writer, team, {
        ...plainRules,
        excluded: namesOf('id type teamName'),
        defaults: { members: [], roles: [], permissions: [] },
      }),
    ),
  );

/** Members of triggers that are derived from the template, or belong to their runs. */
const triggerRules: WriteRules = {
  excluded: namesOf(
    'id type title folderId template releaseFolder lastRunDate lastRunStatus nextFireDate triggerState executionId variables',
  ),
  defaults: { enabled: true, tags: [], mappedProperties: [] },
  reserved: new Set(['property', 'variables']),
  listMembers: listMemberNames,
};

export const writeTriggers = (triggers: Json | undefined, context: WriteContext): void =>
  context.writer.blockForEach('releaseTriggers', objectsIn(triggers), (trigger) => {
    const { writer } = context;
    const type = textIn(trigger.type) ?? '';
    const joinedType = type.replace(/\.(.)/, (_, first: string) => first.toUpperCase());
    const keyword = /^[A-Za-z0-9]+$/.test(joinedType) && toTypeName(joinedType) === type ? joinedType : 'trigger';
    writer.block(keyword, textIn(trigger.title) ?? '', () => {
      if (keyword === 'trigger') writer.member('type', type);
      writeMembers(writer, trigger, triggerRules);
      writeFolder('releaseFolder', trigger.releaseFolder, context);
      writeVariables('variables', trigger.variables, context);
    });
  });

/** Writes a folder by its path of titles if possible, else by its id. */
export function writeFolder(name: string, folder: Json | undefined, { writer, pathOf }: WriteContext): void {
  const rawFolder = textIn(folder);
  if (rawFolder !== null) writer.member(name, rawFolder.includes('${') ? rawFolder : (pathOf(rawFolder) ?? rawFolder));
}

/** Computed extensions of a release, which are not part of its plan. */
const computedTypes = new Set(['ReleaseProgress', 'Risk']);

/** Writes extensions such as dashboards. A value that the format cannot represent becomes a comment. */
export const writeExtensions = (extensions: Json | undefined, context: WriteContext): void => {
  const writtenExtensions = objectsIn(extensions).filter(({ type }) => !computedTypes.has(ownType(type, context)));
  context.writer.blockForEach('extensions', writtenExtensions, (extension) => writeExtension(extension, context));
};

const isModels = (value: Json | undefined): value is readonly Json[] =>
  value !== undefined && isList(value) && value.length > 0 && value.every((item) => isObject(item) && 'type' in item);

function writeExtension(extension: Fields, context: WriteContext): void {
  const { writer } = context;
  const type = ownType(extension.type, context);
  const keyword = /^[A-Z][A-Za-z0-9]*$/.test(type) ? `${type.slice(0, 1).toLowerCase()}${type.slice(1)}` : 'extension';
  const entries = Object.entries(extension);
  const nested = entries.filter(([, value]) => isModels(value));
  const names = nested.map(([name]) => name);
  writer.block(keyword, textIn(extension.title), () => {
    if (keyword === 'extension') writer.member('type', extension.type);
    writeMembers(writer, extension, { ...plainRules, excluded: new Set(['id', 'type', 'title', ...names]) });
    for (const [name, models] of nested) {
      writer.blockForEach(name, objectsIn(models), (model) => writeExtension(model, context));
    }
  });
}
