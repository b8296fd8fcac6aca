/** kill -9 while orders are placed, paid and cancelled: `node lab/bench/crash.ts [rounds]`, that many of each kind (default 5). */
import { crashRounds } from './crash-rounds.ts'

const rounds = Number(process.argv[2] ?? 5)

const result = await crashRounds({
  rounds: { 'server alone': rounds, 'server and PostgreSQL': rounds },
  minOrdersPerRound: 20,
})
console.table(result.rounds)
console.table(result.findings)
for (const line of result.details) console.error(line)
console.log(result.isSound ? 'Nothing lost, nothing done twice.' : 'FAILED')
if (!result.isSound) process.exitCode = 1
