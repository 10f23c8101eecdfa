export { type ExplanationResponse, explanationResponse, namedByExplanation, showExplanation } from './explain.ts';
export {
  type ForecastResponse,
  forecastResponse,
  type PreviewResponse,
  previewResponse,
  showForecast,
  showPreview,
} from './preview.ts';
