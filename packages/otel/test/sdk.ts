import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** A point of a metric: its attributes, and what was counted. */
export interface Point {
  readonly metric: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: number;
  /** Of what was recorded; 0 for a counter. */
  readonly sum: number;
  readonly bounds: readonly number[];
}

/** A real SDK whose spans and metrics stay in memory, registered for this process. */
export class Sdk {
  readonly exporter = new InMemorySpanExporter();
  readonly tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(this.exporter)],
  });
  readonly #metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  readonly #reader = new PeriodicExportingMetricReader({
    exporter: this.#metrics,
    exportIntervalMillis: 3_600_000,
  });
  readonly meterProvider = new MeterProvider({ readers: [this.#reader] });

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(this.tracerProvider);
    metrics.setGlobalMeterProvider(this.meterProvider);
  }

  spans(): readonly ReadableSpan[] {
    return this.exporter.getFinishedSpans();
  }

  async points(): Promise<readonly Point[]> {
    this.#metrics.reset();
    await this.#reader.forceFlush();
    return this.#metrics
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap(({ metrics: found }) => found)
      .flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => ({
          metric: descriptor.name,
          attributes,
          value: typeof value === 'number' ? value : (value as { count: number }).count,
          sum: typeof value === 'number' ? 0 : ((value as { sum?: number }).sum ?? 0),
          bounds:
            typeof value === 'number'
              ? []
              : ((value as { buckets?: { boundaries?: number[] } }).buckets?.boundaries ?? []),
        })),
      );
  }

  async close(): Promise<void> {
    await this.meterProvider.shutdown();
    await this.tracerProvider.shutdown();
    for (const api of [context, propagation, trace, metrics]) api.disable();
  }
}
