import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventTypes } from '@slipway/domain/model';
import { notificationLevels } from '@slipway/domain/notifications';
import { secretVariables, variables } from '@slipway/process';
import { expect, test } from 'vitest';
import { metrics } from '../deploy/monitoring/metrics.ts';
import { deprecatedMetrics } from '../libs/process/src/exposition/deprecated-metrics.ts';

/** The folders of pages that code and documents cite only by file name. */
const documentFolders = [
  'docs/reference',
  'docs/how-to',
  'docs/how-to/operations',
  'docs/tutorials',
  'docs/explanation',
  'docs/explanation/decisions',
  'docs/contributing',
  'docs',
  '.',
];

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n');
const sources = tracked.filter((file) => /\.(?:ts|js|mjs|md)$/.test(file) && existsSync(file));
const documents = sources.filter((file) => file.endsWith('.md'));

/** Returns a text with each comment in one line, so that wrapped citations are found. */
const unwrapped = (file: string) => readFileSync(file, 'utf8').replace(/\n\s*(?:\*(?!\/)|\/\/)\s?/g, ' ');

const pageOf = (name: string) => documentFolders.map((shelf) => join(shelf, name)).find((file) => existsSync(file));

/** Returns the headings of a page in lower case. */
const anchorsIn = (page: string) =>
  Array.from(readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading.toLowerCase());
/** Whether a cited section matches a heading: one of them is the start of the other. */
const namesPart = (section: string, heading: string) => section.startsWith(heading) || heading.startsWith(section);
const anchor = (heading: string) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');

test('every page that code or a document cites is in the repository', () => {
  const lost = sources.flatMap((file) =>
    Array.from(unwrapped(file).matchAll(/(?<![\w./-])([a-z][a-z-]*\.md|models\.txt)\b/g), ([, name = '']) => name)
      .filter((name) => pageOf(name) === undefined)
      .map((name) => `${file} names ${name}`),
  );
  expect(lost).toEqual([]);
});

test('every section that code cites with a page is a heading of the page', () => {
  const lost = sources
    .filter((file) => !file.endsWith('.md'))
    .flatMap((file) =>
      Array.from(
        unwrapped(file).matchAll(/\b([a-z][a-z-]*\.md), (?:section )?([A-Z][\w -]*)/g),
        ([, name = '', section = '']) => ({ file, name, section: section.trim() }),
      ),
    )
    .filter(({ name, section }) => {
      const page = pageOf(name);
      return page !== undefined && !anchorsIn(page).some((heading) => namesPart(section.toLowerCase(), heading));
    });
  expect(lost.map(({ file, name, section }) => `${file}: ${name}, ${section}`)).toEqual([]);
});

test('every link of a document leads to an existing file and heading', () => {
  const lost = documents.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g))
      .filter(([, path = '', fragment]) => {
        const target = path === '' ? file : join(dirname(file), path);
        return (
          !existsSync(target) ||
          (fragment !== undefined && !anchorsIn(target).some((heading) => anchor(heading) === fragment))
        );
      })
      .map(([link]) => `${file} links ${link}`),
  );
  expect(lost).toEqual([]);
});

test('docs/reference/configuration.md lists every variable of the configuration, and no other', () => {
  const table = readFileSync('docs/reference/configuration.md', 'utf8').match(/^\| `[A-Z_`, ]+`.*$/gm) ?? [];
  const listed = table.flatMap((row) => row.split('|')[1]!.match(/[A-Z_]+/g) ?? []);
  const externalSettings = /^(?:OIDC|LDAP)_/;
  expect(listed).toEqual(variables.filter((name) => !externalSettings.test(name)));
});

test('docs/reference/processes.md lists the file of every secret', () => {
  const named = readFileSync('docs/reference/processes.md', 'utf8').match(/`[A-Z_]+_FILE`/g);
  expect(named?.toSorted()).toEqual(secretVariables.map((name) => `\`${name}_FILE\``).toSorted());
});

test('docs/reference/notifications.md lists every event and level, and no other', () => {
  const page = readFileSync('docs/reference/notifications.md', 'utf8');
  const events = Object.entries(eventTypes).map(([name, { urgency, description, recipients }]) => {
    const groups = recipients.map((group) => `\`${group}\``).join(', ');
    return `| \`${name}\` | ${urgency} | ${description} | ${groups} |`;
  });
  expect(page.match(/^\| `[a-z]+\.[A-Za-z]+` .*$/gm)).toEqual(events);
  const levels = page.slice(page.indexOf('## Levels'), page.indexOf('## Timing'));
  expect(levels.match(/^\| `\w+` /gm)).toEqual(notificationLevels.map((level) => `| \`${level}\` `));
});

test('docs/README.md links every page', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  const pages = documents.filter((file) => /^docs\/(?!README|explanation\/decisions\/(?!README))/.test(file));
  expect(pages.filter((file) => !index.includes(`](${file.slice('docs/'.length)})`))).toEqual([]);
});

test('every decision has a context, a decision and consequences in at most 200 words', () => {
  const decisions = documents.filter((file) => /^docs\/explanation\/decisions\/(?!README)/.test(file));
  const invalidFiles = decisions.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading).join();
    return headings !== 'Context,Decision,Consequences' || text.trim().split(/\s+/).length > 200;
  });
  expect(invalidFiles).toEqual([]);
});

/** The rows of the tables in the reference of metrics: current and deprecated metrics. */
const metricRows = (): readonly (readonly string[])[] =>
  readFileSync('docs/reference/metrics.md', 'utf8')
    .split('## Deprecated names')
    .map((part) => part.match(/^\| `.*$/gm) ?? []);

test('docs/reference/metrics.md lists every metric with its type', () => {
  const [rows = []] = metricRows();
  const listed = rows.flatMap((row) => {
    const [, names = '', kind = ''] = row.split('|');
    return Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => `${name} ${kind.trim()}`);
  });
  expect(listed.toSorted()).toEqual(
    Object.entries(metrics)
      .map(([name, { kind }]) => `${name} ${kind}`)
      .toSorted(),
  );
});

test('docs/reference/metrics.md lists every deprecated metric with its replacement, label and values', () => {
  const [, rows = []] = metricRows();
  const listed = rows.map((row) => Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name));
  expect(listed).toEqual(
    Object.entries(deprecatedMetrics).map(([name, { use, label }]) => [
      ...[name, use],
      ...(label === undefined ? [] : [label.deprecated, label.name]),
      ...Object.entries(label?.values ?? {}).flatMap(([value, deprecated]) => [deprecated, value]),
    ]),
  );
});

test('documents name only listed metrics, and deprecated metrics only in their table', () => {
  const optional = ['slipway_read_lag_seconds', 'slipway_script_runner_up'];
  const unknown = documents
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) => {
      const [text = ''] = readFileSync(file, 'utf8').split('## Deprecated names');
      return Array.from(text.matchAll(/`(slipway_\w+)/g), ([, name = '']) => `${file} ${name}`);
    })
    .filter((one) => !(one.split(' ')[1]! in metrics) && !optional.includes(one.split(' ')[1]!));
  expect(unknown).toEqual([]);
});
