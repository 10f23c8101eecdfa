import { acceptedTypes, OfflineError, readApiError } from '../api/errors.ts';
import { apiPath } from '../api/rest.ts';
import { base } from '../navigation/base.ts';

/** Loads a file of this media type from a `POST` endpoint. Throws ApiError, OfflineError. */
export async function loadFile(path: string, body: unknown, mediaType: string): Promise<Blob> {
  const headers = { Accept: `${mediaType}, ${acceptedTypes}`, 'Content-Type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(new URL(apiPath(path), base), request).catch(() => {
    throw new OfflineError(false);
  });
  if (!response.ok) throw await readApiError({ response, text: await response.text() });
  // A file that ends early is an error, and is not saved.
  return await response.blob().catch(() => {
    throw new OfflineError(false);
  });
}

/** Requests a CSV file with the body of a query. Throws ApiError, OfflineError. */
export const downloadCsv = (path: string, body: object): Promise<Blob> => loadFile(path, body, 'text/csv');

/** Saves a file like a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started the download when the next task runs.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns the current date for the name of a file, such as `2026-11-30`. */
export const dateForName = (): string => new Date().toISOString().slice(0, 10);

/** Returns the name of a CSV file with the current day. */
export const csvName = (name: string): string => `${name}-${dateForName()}.csv`;
