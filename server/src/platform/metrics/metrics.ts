/** The metrics of one process, in Prometheus's format. The room `watch` adds those of the shop. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ReadyAnswers } from '../answers/ready-answers.ts'
import type { JobRun } from '../jobs/schedule-job.ts'
import type { Release } from '../release.ts'
import { RequestTimes, requestTimesText } from './request-times.ts'

/** The numbers of a connection pool, as in pg's pool. */
export interface PoolNumbers {
  totalCount: number
  idleCount: number
  waitingCount: number
  options: { max?: number | undefined }
}

export interface MetricsOptions {
  release: Release
  ready: ReadyAnswers
  pool: PoolNumbers | undefined
}

export interface Metrics {
  registry: Registry
  requests: RequestTimes
  onJob(run: JobRun): void
  /** Runs before each scrape, which waits for it. The answer lacks the values of one that fails. */
  beforeScrape(read: () => Promise<void>): void
  /** The answer to a scrape. */
  text(): Promise<string>
}

export function openMetrics({ release, ready, pool }: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new RequestTimes()
  new Gauge({
    name: 'camilan_build_info',
    help: 'Always 1; the release, its commit and the version of Node are its labels',
    labelNames: ['release', 'commit', 'node'],
    registers,
  }).set({ release: release.version, commit: release.commit, node: process.version }, 1)

  new Counter({
    name: 'camilan_ready_answers_total',
    help: 'Requests that were answered from ready bytes, before routing',
    registers,
    collect() {
      this.reset()
      this.inc(ready.sentCount)
    },
  })
  new Gauge({
    name: 'camilan_ready_answers_bytes',
    help: 'Bytes of answers that are kept ready',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { cache, bytes } of ready.sizes) this.set({ cache }, bytes)
    },
  })
  new Gauge({
    name: 'camilan_ready_answers',
    help: 'Answers that are kept ready',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { cache, answers } of ready.sizes) this.set({ cache }, answers)
    },
  })
  if (pool) registerPool(registry, pool)
  const scrapes: (() => Promise<void>)[] = []
  return {
    registry,
    requests,
    onJob: registerJobs(registry),
    beforeScrape: (read) => void scrapes.push(read),
    async text() {
      await Promise.allSettled(scrapes.map((read) => read()))
      return (await registry.metrics()) + requestTimesText(requests)
    },
  }
}

function registerPool(registry: Registry, pool: PoolNumbers): void {
  const registers = [registry]
  new Gauge({
    name: 'camilan_database_pool_connections',
    help: 'Connections to PostgreSQL; `max` is how many there may be',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'max' }, pool.options.max ?? 0)
    },
  })
  new Gauge({
    name: 'camilan_database_pool_waiting',
    help: 'Requests that wait for a connection to PostgreSQL',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

function registerJobs(registry: Registry): (run: JobRun) => void {
  const registers = [registry]
  const labelNames = ['job'] as const
  /** When the next run of each job should begin, on the clock of `performance.now()`. */
  const dueAtMs = new Map<string, number>()
  const runs = new Counter({
    name: 'camilan_job_runs_total',
    help: 'Runs of jobs; `elsewhere`: another process runs it or has run it, or the shop is quiet',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'camilan_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded in this process',
    labelNames,
    registers,
  })
  const lastDuration = new Gauge({
    name: 'camilan_job_last_duration_seconds',
    help: 'How long the last run of a job took',
    labelNames,
    registers,
  })
  new Gauge({
    name: 'camilan_job_lag_seconds',
    help: 'For how long the end of a run is overdue; a run that takes long is overdue, too',
    labelNames,
    registers,
    collect() {
      for (const [job, due] of dueAtMs) this.set({ job }, Math.max(0, performance.now() - due) / 1_000)
    },
  })
  return ({ name: job, outcome, ms, pauseSeconds }) => {
    if (!dueAtMs.has(job)) for (const outcome of ['done', 'elsewhere', 'failed']) runs.inc({ job, outcome }, 0)
    dueAtMs.set(job, performance.now() + pauseSeconds * 1_000)
    runs.inc({ job, outcome })
    if (outcome !== 'elsewhere') lastDuration.set({ job }, ms / 1_000)
    if (outcome === 'done') lastSuccess.setToCurrentTime({ job })
  }
}
