// Compares the catalogs of the board's texts with its sources. `--write` updates the English catalog.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { englishTag, extractTexts, formatCatalog, problemsIn, textFolder } from './catalog.ts';
import { UnsupportedText } from './find-texts.ts';

/** Returns the problems of the catalogs. */
function findProblems(isWriting: boolean): readonly string[] {
  const file = join(textFolder, `${englishTag}.json`);
  const texts = extractTexts();
  const content = formatCatalog(texts);
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === content;
  if (!isCurrent && isWriting) writeFileSync(file, content);
  const missing = isCurrent || isWriting ? [] : [`${file} is not current: run \`npm run check -- --fix\``];
  return [...missing, ...problemsIn(texts)];
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
try {
  const problems = findProblems(values.write);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof UnsupportedText)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
