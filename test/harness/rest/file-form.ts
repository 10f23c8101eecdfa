/** Returns a form with one file. */
export function fileForm(bytes: Buffer, { name = 'acme.jar', part = 'file' } = {}): FormData {
  const form = new FormData();
  form.set(part, new Blob([new Uint8Array(bytes)]), name);
  return form;
}
