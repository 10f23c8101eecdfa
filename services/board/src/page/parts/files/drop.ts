/** What lets somebody drop files on something; choosing them by a field is the other way. */
export const dropsFiles = (take: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  },
});
