/** Handlers for dropping files on an element; a file field is the alternative. */
export const fileDropHandlers = (onFiles: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  },
});
