import { releaseCsvColumns, releaseCsvHead } from '@slipway/api-schema/search';
import { expect, test } from 'vitest';
import { withHeadings } from './file-head.ts';

test('the first line has the headings of the columns instead of their names', async () => {
  const content = new Blob([releaseCsvHead(releaseCsvColumns), 'Release1,Ünï 🚢\r\n'], { type: 'text/csv' });
  const file = withHeadings(content, releaseCsvColumns);
  expect(file.type).toBe('text/csv');
  const headings =
    'ID,Title,Status,Archived,Folder,Template,Owner,Tags,Risk,Start,Due date,Ended,Finished tasks,Tasks,Current phase,Current task,Estimated end';
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(`\uFEFF${headings}\r\nRelease1,Ünï 🚢\r\n`);
});
