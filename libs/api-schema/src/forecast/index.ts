export { type ExplanationResponse, explanationResponse, namedByExplanation, showExplanation } from './explain.ts';
export { type ForecastResponse, forecastResponse, showForecast } from './forecast.ts';
export { type PreviewResponse, previewResponse, showPreview } from './preview.ts';
