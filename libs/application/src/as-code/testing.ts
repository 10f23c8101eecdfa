import { importBody } from '@slipway/api-schema/files';
import { createEngine } from '@slipway/engine';
import { documentsIn, itemsIn, writeDocuments } from '@slipway/formats';
import { type Database, openDatabase } from '@slipway/persistence/database';
import { createSeal } from '@slipway/persistence/secrets';
import { freshDatabase } from '../../../../test/harness/database.ts';
import { importTemplates } from '../files/import-templates.ts';
import { newCalendarCache } from '../model/calendar-cache.ts';
import type { ResourceContext } from '../model/context.ts';
import { applyCode, type CodeReport, type CodeRequest } from './apply.ts';
import { withFiles } from './attachments.ts';
import { generateCode } from './generation/generate.ts';

type Types = Awaited<ReturnType<ResourceContext['plugins']['current']>>;

/** Applies documents to a fresh database, as admin and without a server. */
export interface CodeTestEnvironment {
  readonly database: Database;
  /** Applies documents, and counts the statements in their transaction. */
  apply(yaml: string, ending?: 'keep' | 'undo'): Promise<CodeReport & { readonly statements: number }>;
  /** Imports templates to the top level, and counts the statements in the transaction. */
  importAll(templates: readonly object[]): Promise<{ readonly titles: readonly string[]; readonly statements: number }>;
  /**
   * Generates the documents of a folder, given by the titles of its parents and its own; of all folders without titles.
   */
  generate(titles?: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** Opens a fresh database, with plugins of these types. The test file closes it. */
export async function openCodeTest({
  types = new Map(),
  idleTimeoutMs = 600_000,
}: Options = {}): Promise<CodeTestEnvironment> {
  const testDatabase = await freshDatabase();
  const database = openDatabase({ url: testDatabase.url, idleTimeoutMs });
  let statements = 0;
  const counting: Database = {
    ...database,
    transaction: (work, mode) =>
      database.transaction(
        (connection) =>
          work({
            query: (...args) => {
              // Keep-alive statements of a slow transaction do not count.
              const [statement] = args;
              if (!('name' in statement) || statement.name !== 'touch') statements += 1;
              return connection.query(...args);
            },
          }),
        mode,
      ),
  };
  const seal = createSeal('a secret for tests');
  const engine = createEngine({ database: counting, seal });
  const plugins = { current: async () => types } as unknown as ResourceContext['plugins'];
  const context = { engine, database, seal, plugins, typePrefix: 'xlrelease', calendar: newCalendarCache() };
  return {
    database,
    apply: async (yaml, ending = 'keep') => {
      const files = { files: new Map([['index.yaml', Buffer.from(yaml)]]), roots: ['index.yaml'] };
      const items = withFiles(itemsIn(documentsIn(files), context.typePrefix), files);
      const caller = await engine.access.byName('admin');
      const passwords = { minLength: 8, hash: async () => 'none' };
      const codeRequest = { caller, actor: { username: 'admin', address: '' }, passwords } as unknown as CodeRequest;
      const before = statements;
      const report = await applyCode(context, codeRequest, items, ending);
      return { ...report, statements: statements - before };
    },
    importAll: async (templates) => {
      const before = statements;
      const answers = await importTemplates(context, await engine.access.byName('admin'), {
        templates: templates.map((body) => ({ body: importBody.parse(body), warnings: [] })),
        folderId: 'Applications',
        credentialCheck: null,
        files: new Map(),
        naming: { name: (rawName) => rawName, type: (rawName) => rawName },
      });
      return { titles: answers.map(({ title }) => title), statements: statements - before };
    },
    generate: async (titles = []) => {
      const caller = await engine.access.byName('admin');
      const codeRequest = { titles, globalPermissions: true, users: true, roles: true };
      return writeDocuments((await generateCode(context, caller, codeRequest)).documents, []).yaml;
    },
    close: async () => {
      await database.stop();
      await testDatabase.drop();
    },
  };
}

interface Options {
  readonly types?: Types;
  readonly idleTimeoutMs?: number;
}

/** Returns a document with objects in the folder Home. */
export const homeDocument = (spec: readonly object[]): string =>
  writeDocuments([{ kind: 'Templates', home: ['Home'], spec: JSON.parse(JSON.stringify(spec)) }], []).yaml;
