internal import IPGeoByteStreams

/// Composes the right reply to a request, its elements spoilt where a fault says so; pure.
struct Responder {
  let configuration: StandInServer.Configuration
  let request: HTTPRequest
  let target: RequestTarget
  let endpoint: Endpoint
  /// The request's number: it seeds what is random.
  let number: Int
  /// A fault of the third kind.
  let spoiling: Fault?

  /// The texts asked for.
  private(set) var queries: [[UInt8]] = []
  private var mask: FieldMask
  private var language: String
  private var entries: [BatchEntry]?

  init(
    _ configuration: StandInServer.Configuration, request: HTTPRequest, target: RequestTarget,
    endpoint: Endpoint, number: Int, spoiling: Fault?
  ) {
    self.configuration = configuration
    self.request = request
    self.target = target
    self.endpoint = endpoint
    self.number = number
    self.spoiling = spoiling
    let fields = target.parameters["fields"].flatMap { $0.isEmpty ? nil : $0 }
    mask = fields.map(FieldMask.init(parameter:)) ?? .standard
    language = target.parameters["lang"] ?? "en"
    if endpoint == .batch, request.method == "POST" {
      entries = BatchBody.entries(request.body)
      queries = entries?.map(\.query) ?? []
    } else if endpoint == .single {
      queries = [singleQuery]
    }
  }

  /// The reply to a request that nothing stands against.
  func reply() -> HTTPReply {
    switch endpoint {
    case .batch: batch()
    case .single: single()
    case .iss:
      Station(manners: configuration.iss, spoiling: spoiling).reply(
        method: request.method, path: target.path, seconds: Clock.wallSeconds(),
        order: Int(truncatingIfNeeded: random(0) % 3))
    case .other: .page(HomePage.text)
    }
  }

  // MARK: Single look-ups

  private var lookUpFormat: (format: LookUpFormat, query: Substring)? {
    let parts = target.path.dropFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = parts.first.flatMap({ LookUpFormat(rawValue: String($0)) }) else {
      return nil
    }
    return (format, parts.count == 2 ? parts[1] : "")
  }

  private var singleQuery: [UInt8] { Array((lookUpFormat?.query ?? "").utf8) }

  private func single() -> HTTPReply {
    let format = lookUpFormat?.format ?? .json
    var query = singleQuery
    if query.isEmpty { query = Array(configuration.selfAddress.utf8) }
    var answer = Answer(query: query, form: configuration.queryForm, usesNames: true)
    if case .failed(let message) = spoiling { answer.facts = .failed(message: message) }
    var reply = HTTPReply()
    if format == .json {
      reply.body = singleJSON(answer)
      if let callback = target.parameters["callback"], !callback.isEmpty {
        reply.contentType = "text/javascript; charset=utf-8"
        reply.body = Array("\(callback)(".utf8) + reply.body + Array(");".utf8)
      }
    } else {
      let (type, body) = answer.rendered(
        format, mask: mask, language: language,
        header: target.parameters["header"] == "true")
      reply.contentType = type
      reply.body = body
    }
    reply.set("Access-Control-Allow-Origin", "*")
    return reply
  }

  private func singleJSON(_ answer: Answer) -> [UInt8] {
    switch spoiling {
    case .oneShort: return Array("{}".utf8)
    case .nullElement: return Array("null".utf8)
    case .notArray, .emptyArray: return Array("[]".utf8)
    default:
      var out: [UInt8] = []
      if let tweak = spoiling?.tweak {
        answer.appendJSON(mask, language: language, tweak: tweak, to: &out)
      } else if ReadyAnswers.table(mask, language: language)?.append(answer, to: &out) != true {
        answer.appendJSON(mask, language: language, to: &out)
      }
      return out
    }
  }

  // MARK: Batches

  private func batch() -> HTTPReply {
    guard request.method == "POST" else { return .empty(405) }
    guard let entries else { return .empty(configuration.badJSONStatus) }
    guard entries.count <= configuration.batchSize else { return .empty(422) }
    var reply = HTTPReply()
    reply.set("Access-Control-Allow-Origin", "*")
    if spoiling == nil && configuration.order == .same {
      reply.body = plainBatch(entries)
    } else {
      reply.body = Self.array(spoilt(entries.indices.map { element(entries, $0) }))
    }
    return reply
  }

  private func plainBatch(_ entries: [BatchEntry]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(entries.count &* 640 &+ 2)
    out.append(UInt8(ascii: "["))
    let table = ReadyAnswers.table(mask, language: language)
    for (index, entry) in entries.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      append(entry, table, tweak: nil, to: &out)
    }
    out.append(UInt8(ascii: "]"))
    return out
  }

  private func append(
    _ entry: BatchEntry, _ table: ReadyAnswers?, tweak: AnswerTweak?, to out: inout [UInt8]
  ) {
    let answer = Answer(query: entry.query, form: configuration.queryForm, usesNames: false)
    if tweak == nil && entry.mask == nil && entry.language == nil,
      table?.append(answer, to: &out) == true
    {
      return
    }
    answer.appendJSON(
      entry.mask ?? mask, language: entry.language ?? language, tweak: tweak, to: &out)
  }

  private func element(_ entries: [BatchEntry], _ index: Int) -> [UInt8] {
    let isSpoilt = index == 0 || spoiling == .stringNumbers
    var out: [UInt8] = []
    if isSpoilt, case .failed(let message) = spoiling {
      var answer = Answer(facts: .failed(message: message))
      answer.query = entries[index].query
      answer.appendJSON(entries[index].mask ?? mask, language: language, to: &out)
    } else {
      append(entries[index], nil, tweak: isSpoilt ? spoiling?.tweak : nil, to: &out)
    }
    return out
  }

  private func spoilt(_ right: [[UInt8]]) -> [[UInt8]]? {
    var elements = right
    switch spoiling {
    case .notArray: return nil
    case .emptyArray: elements = []
    case .oneShort: elements = elements.dropLast()
    case .nullElement: if !elements.isEmpty { elements[0] = Array("null".utf8) }
    case .duplicateElement:
      if let first = elements.first { elements[elements.count - 1] = first }
    case .extraElement:
      let entry = BatchEntry(query: Array("192.88.98.77".utf8))
      elements.append(element([entry], 0))
    case .shuffled: return shuffled(elements)
    default: break
    }
    switch configuration.order {
    case .same: return elements
    case .reversed: return elements.reversed()
    case .shuffled: return shuffled(elements)
    }
  }

  // Fisher and Yates' shuffle. Two elements or more never stay as they were: the fault would
  // otherwise not be one.
  private func shuffled(_ right: [[UInt8]]) -> [[UInt8]] {
    var elements = right
    for last in elements.indices.dropFirst().reversed() {
      elements.swapAt(last, Int(truncatingIfNeeded: random(last) % UInt64(last + 1)))
    }
    return elements == right ? elements.reversed() : elements
  }

  private static func array(_ elements: [[UInt8]]?) -> [UInt8] {
    guard let elements else { return Array("{}".utf8) }
    return Array("[".utf8) + Array(elements.joined(separator: [UInt8(ascii: ",")]))
      + Array("]".utf8)
  }

  private func random(_ step: Int) -> UInt64 {
    Facts.mix(
      configuration.seed ^ Facts.mix(UInt64(truncatingIfNeeded: number))
        &+ UInt64(truncatingIfNeeded: step))
  }
}

extension Endpoint {
  /// What a path is for.
  ///
  /// The two services share the port, so the ending tells them apart.
  init(path: String) {
    let first = path.dropFirst().prefix { $0 != "/" }
    if path == "/batch" || path == "/batch/" {
      self = .batch
    } else if LookUpFormat(rawValue: String(first)) != nil {
      self = .single
    } else if first == "iss-now" || path.hasSuffix(".json") {
      self = .iss
    } else {
      self = .other
    }
  }
}
