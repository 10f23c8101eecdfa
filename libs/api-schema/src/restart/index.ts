export { type RestartPreviewResponse, restartPreviewResponse, showRestartPreview } from './restart-preview.ts';
