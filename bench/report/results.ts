import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

const file = 'bench/RESULTS.md';

const preamble = `# Benchmark results

\`npm run bench\` writes this file. \`npm run bench -- <name>\` measures one workload and replaces only its section. The product runs as with \`npm start\`, on its embedded PostgreSQL with fsync and synchronous_commit on. The server, PostgreSQL and the clients share the cores.
`;

/** Returns the date and the machine of a measurement. */
export function circumstances(postgres: string): string {
  const [processor] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day}: ${cpus().length} cores (${processor?.model.trim()}), Node ${process.versions.node}, PostgreSQL ${postgres}.`;
}

/** Returns the sections of a document by heading, in order. */
function sectionsOf(text: string): Map<string, string> {
  const [, ...parts] = text.split(/^## /m);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end).trim()];
    }),
  );
}

/** Adds a section to RESULTS.md, or replaces the one with the same heading. `titles` sets the order. */
export async function record(title: string, text: string, titles: readonly string[]): Promise<void> {
  const sections = sectionsOf(await readFile(file, 'utf8').catch(() => '')).set(title, text.trim());
  const written = titles.flatMap((sectionTitle) => {
    const sectionText = sections.get(sectionTitle);
    return sectionText === undefined ? [] : [`## ${sectionTitle}\n\n${sectionText}\n`];
  });
  await writeFile(file, [preamble, ...written].join('\n'));
}
