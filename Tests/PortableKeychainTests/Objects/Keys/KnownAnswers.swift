import Foundation
import Testing

/// The output of openssl's command line and of the OpenSSL library (through Python's
/// `cryptography`) for the keys of ``KnownKeys``.
enum KnownAnswers {
    /// The message that was signed or encrypted.
    static let message = Array("The quick brown fox jumps over the lazy dog".utf8)

    /// One answer: a key, an algorithm or another word, and bytes.
    struct Answer: Sendable, CustomTestStringConvertible {
        let key: String
        let word: String
        let bytes: [UInt8]

        var testDescription: String { "\(key) \(word)" }

        init?(_ paragraph: String) {
            let lines = paragraph.split(separator: "\n")
            guard let words = lines.first?.split(separator: " "), words.count == 2,
                let data = Data(base64Encoded: lines.dropFirst().joined())
            else { return nil }
            (key, word, bytes) = (String(words[0]), String(words[1]), [UInt8](data))
        }
    }

    private static func answers(_ text: String) -> [Answer] {
        text.components(separatedBy: "\n\n").compactMap(Answer.init)
    }

    /// Signatures of the message.
    static let signatures = answers(
        """
        p256 algid:sign:ECDSA:message-X962:SHA1
        MEUCIQCCk7bk8Xq/DVKfGSuNRc7qrMqZ2xMT8PN+GWvSFpUFswIgHr+uVlXHeLDJ1Gk4KJGNH4h/8HQty5TjUDMY
        EUcacno=

        p256 algid:sign:ECDSA:message-X962:SHA256
        MEUCIE1PsMEWOlqzdBsPqVaW0KJ+GXg+D6qxn8QoScQrleZ0AiEAzfBR08hqqvLa+R+U5N3gFhu90uLJXBTGiD+E
        XVmvO0o=

        p256 algid:sign:ECDSA:message-X962:SHA384
        MEUCIQCTsoKTaTmc9KdRE1IYjEE/qMzmPA+Z7SRzpqrUJwbzaQIgUIjgnFiM3nBsMFlcqzLWeftZ/pz/+Aa9yhQg
        u6ZKMx8=

        p256 algid:sign:ECDSA:message-X962:SHA512
        MEQCIE2VeFzBbECQ6bXcPjs2yS+YLhgudFztOHxw/dXTMhaJAiAuGFaDArVqLe57SJBFCBwAydVKzJNEqSIRbfJy
        vkkb+w==

        p256 algid:sign:ECDSA:digest-X962:SHA224
        MEUCIHaiSAlty+EnVmEpSnhvLJ0d5HCoLmwb+lxH50clhgLdAiEAoJYkT9nTvpSmY38XKyGJqfyX8Az4FM8EfX8S
        dH7mkAg=

        p384 algid:sign:ECDSA:message-X962:SHA1
        MGQCMCZAHNPeW+u0Y+wdnPx9UrFivIKRfLYqrjMJB63LovJwRt+Cf6kgqctFgWvcqbosaAIwGaq/Jvtbv6MYoZTI
        mYJMJaX+b0MfgSYemopYeV2wY5lWUJeQyJm4UfUCOA7PuRff

        p384 algid:sign:ECDSA:message-X962:SHA256
        MGYCMQD4oErtADNgbMlx8yu6TEO2HnIRjENMm1dWcdRgu1c/0mknsCT6qV8HzBsy2XS3RqkCMQDXxB6xKubdGUTX
        6F/Mj2BW3OK2DlNPuu3xVtICPGhzIQzMlX0Ph3jVJkACrN0wD2Y=

        p384 algid:sign:ECDSA:message-X962:SHA384
        MGYCMQCCCeZ55UHndufYwp1/MLjNSE6OJ6OmV+yoDN1ACIyniZkQxgbriW18W671yx5UIS8CMQCY4zRrRC4JLHSW
        Dbnnv6cvWRSOvKdT3kdl3s2TGdQE74Fnp2KTbQ9trLpQ5+PQshA=

        p384 algid:sign:ECDSA:message-X962:SHA512
        MGYCMQDBpTRzYOSe1IdMCTIKfIyDGhPxC4Jc7PGrFI7dBjFO5Vhb3QSWBjQfizNFdvDquB8CMQDMb+RUKuRU6Hti
        Hg+Y0bPoXh8WEgrtFqzkQ6lbsw+aJC69w4uu+2myKh97Z4Q06Mc=

        p384 algid:sign:ECDSA:digest-X962:SHA224
        MGYCMQCBWTBk1lfM+RZYxKmyndAy0O0F5b2H/FoKLGn1+VxKCM5vzDlQ1kkkhx9q3KnSbGoCMQCrqc5wMnKn8bov
        o14WrDnYXc+cf7Man9bL1XPQgeUK2uha33Z2Lyg+cdrL0sr4XHA=

        p521 algid:sign:ECDSA:message-X962:SHA1
        MIGIAkIAgTq3cFABHcdzJlCAN05h620pbfOxK3oVZQQmd0x1hM9H6T8QkZFGqqHfnin9JSOyTcdkYSzZrNcEY+ci
        KOAqi/MCQgDsAMg1RPecUOsiJ01mkG3wr79SEVgGReqzpfl5GOGPvvMZx3U5jxk4Rg3F4vLMCpFCIGfZNTsLIYBd
        wN+cm0A7pg==

        p521 algid:sign:ECDSA:message-X962:SHA256
        MIGHAkEcCTORmLfzc+iMbi8v/OPtKB1MG2SPgu8fiAaat65/s5uxMaeNSEokHUInFBLCQHtH/Sl52dcc4/u/Iv1c
        KrOZUAJCAIEIlWEcMuU4Ha7tTptyuU7dipD7lZA4GkiZLdn1YfT2iI+39I5TnmonkwwBC5o7VToB8BRwxeSPdU1L
        Y12pVwY2

        p521 algid:sign:ECDSA:message-X962:SHA384
        MIGHAkE1Hq5GhuxERAPkuoI1dec6P72M1RNyyBkEcVNigoz35tGdCQM3heElvSof+tywErs2p3+r0U9TsDDj7RZx
        1W62yQJCAMF+FvH00oLB1KZyvU8yD7312nGDZ7aUyOG4xR+6tH8+tPnmvMGEZl01nqRvVeCG5+Y6/s4CiaoP/USm
        3iDFhUej

        p521 algid:sign:ECDSA:message-X962:SHA512
        MIGHAkIBFl5J/sxl+I2IQtaV7x21K2ec9VJ6d56njASNwXyVEK49EljwVgiEsUwKHbikUgzUFPl5jvmetLA31z+l
        7R3oLV8CQSkagnFORdOGReKQcvR96zUXgY5EupkeuCHktKU53LEL0ZrGcsZ2L6Nsk9pHiPT8paToU+BGrWNxA391
        HzmEwuS8

        p521 algid:sign:ECDSA:digest-X962:SHA224
        MIGIAkIA/OAX6epsGysBLxBejFfEummTHPMAImi5qImEoKH4Hn2PlwKUP0SQSTYreYIXpNZJtD+uj4Wo7VjKopMs
        5DQmjOECQgD8CAa4qydSk5JREEhC5kAO3FcBsWLV7VS7lztRtkcVz3iSV+Cp/N3tvMx5s1IPyHG2Im0eyUIqNjwH
        Yw7ntZA5kw==

        rsa2048 algid:sign:RSA:message-PKCS1v15:SHA1
        m6XZN23ZTBcX8DwDhjYFgBno6JamuXdbKyDX8uCfzx2tOfwWg9qrN1PWWTSn5mzkLlbXppZ/EQEYVwn775AAVskU
        3tMF43dZeWBE13t6DRkNFuFwbWqklrFslvACbQZ+zTN2f31n7FBlF4dw4cscJgnljyGuXKJySoh0Zn40K6/Yy5dv
        YYisv3n5rOR2wyVo6Wme2YvTTpG9dHfRBVM1T4oNhPGyF7zke9xXwe/mNA6xRRDKq7f1tdlHBCxG54z9PWvV3Jps
        rF1GGHCO1mdXe+jCFG8bX/jR6AmxjaE4R3hrlZ2UC9hAECtv24zzKf7rWTqT0v6oFqGZFTK+P8EoKQ==

        rsa2048 algid:sign:RSA:message-PSS:SHA1:SHA1:20
        hbtWhr3NAz93VutQVDj1g9/DSkdpcb0+Pup4jsA1qXlcxIADpVnqWblJ4GQKbw9wHLnIS3ieqiu13jaVhHHKQuJP
        gDkj3Ow4pr2cblXeWRPqhTMuUYIcmXiG8zh0sIKCFmjoDONyekDTsgP5bevytlOhlOA4pIlwGs5/srTaLXHy3lHu
        r3a1SBpp2TqN0hdDybOY3A8eJ6jLGhOWPaWas1u0QSU9EfKxWUqCKessoYLQzD0FH87VwTgHZKTY0dSppN46MCBq
        4a/7aePuVzMzY9ap33J8Nn0fnAor+Al5PjMMmV3RvNS3JlW7f+p6PWw4iwtUE6NjKscRPhhjS3D4gQ==

        rsa2048 algid:sign:RSA:message-PKCS1v15:SHA256
        piS6PT0CQ77bM7t3N9Dy0ORmVipjIko8Qt9GEfZKnvluo8+xAQRoIRi8+BNsdfvni1Cbwc7G5X1+BquwMQpyL6ly
        qYFtkE6aeeZBoYXONPv1TN9rpD/Rq2JBU37fZsk95BxTpUPOIsgITcQDfyZnzwN94d3T6WCoaWfA0UKzcOqgkWcP
        rhRwVnZk0m6F+bJWrKL33fXxEXkHCXzK9TO9ZTZ8JK52laHIbNWNAW4SheXYKEZzkw65ModP3o4Euw2nYwHcNBJg
        0PTixx35QkuzhahIg61Kv+1s4oHnyYaElcrBhOnA/GI3CMs6LrL7j1rfyTQAwFmkdxMoD/68JxUztQ==

        rsa2048 algid:sign:RSA:message-PSS:SHA256:SHA256:32
        Jl1zekiqmqJrJKRu3Cdt8k2QPvQ7sHXgaylceexZUdtmbkAG9moLpchOgt1RZRCC8ReCEPUoCLrDfzsCWuGSrs7v
        jVdYzFugi3+RP2r34QmNYaU65PRyGenVNTsHafa6Rqt6oBVBHpp3RzjDEQGasMYo53+SuNIbewJ2izRHcy67jxna
        9/SaVTMbSacjEmkGn1YGuboDGxTBkWyswt+kgBU7zMB51R+slI40pM6M5QwWOSTHZWQkJWZ08diyoCPRBU6MgpD6
        IGD9GU3wb9kJyXZNzG5CA9ABVtH4UxBPiR9VkZly1+3vFM6nrrvuYws0JuCX9ItkXqW/WKIifDZtDA==

        rsa2048 algid:sign:RSA:message-PKCS1v15:SHA384
        PYF8mRkodJeUTrSYuDDjnKIxkuQwBTRIq3pe4nXBViWgJot/5L6DtUC35DMnJu1Z/dsJAPznU6DIEgRB502KYJdY
        kWKEYUiGlcsuh3CyE28IWNgf3r/2Cj6YoSM5RNOGblAHMJAxxAH/qWYVPBKPMASM4hLttelfsciAdtUeegicqpuf
        Ib18vP+dZJsIa0n3e+IU9jXOVWv/yAinG6qdnaM6lNzIZ7lp7RWMInvS6MXBmUVlWUYNi3QGPsUVmF5HLgOtooqS
        g+l8ayCfahDxmluOlAWYt/J50S4F02lwWXPSUSEasRTUIgcv1Zw/Mv1Y7WZRczpU/wRsVgWvc5BO7Q==

        rsa2048 algid:sign:RSA:message-PSS:SHA384:SHA384:48
        hODOyIxczWABqTtr3btYnTLSitBDnYeQMGel4aMw+0s/N/tEN88CPh1nMEoWlZWOySLXrpnbgdcVq7p3S88MNMco
        Dx/kP7+cf7pZqQdxYdMNO7uUnj1+iPRDYAze98Ib1169g+R1I3a44Fybyl9sOce85l8j9qltpMYbiQeWTSp7NvCK
        4N2/yUvQfOnYXZYqWzBo7diWk4LhYlHKWJYZevOHQktTYve+Sp5cR/d2E1UB+nPa9W/qAuw0+d/qVUJGvPvoCg7v
        za8IAYYX9hqEK2FRRtg5kVc87zR+waP0QUlaVyaiOqVUMM/sm20emaNAQ5TLKT3BUccgBthPZf4t5w==

        rsa2048 algid:sign:RSA:message-PKCS1v15:SHA512
        lnKIUYjarIXRjj6fUsgrAUoqU7VjeNzn5q3pdL78rsIBN4S/SqS5k40aNoRiTjf2aDgnLt32vuiMrRW2HpcOEtio
        rGnTEiblx4dNKtGSAgfOkx5+PKQuZ6r5GltzuNOg3GlCrhDGezfEhQPUBbIaqWeQzmWvmmQc49OebTtKsQwzdbYm
        pLvL9PW/14BDjLQ4IHKFA34sfo4SDCn1RyKUpU1h6S83qD836Y8ewOUMV+nGqQL2YhPzyWl7N8Oy0J+3ylGSK6fx
        RArtt81LLg9oDH7OtU8RhOZQdM76uMc0yUbbMXAcynWMR5KC0vhrYJ+RbJfKXqKUTZI5MoL6S9HHEw==

        rsa2048 algid:sign:RSA:message-PSS:SHA512:SHA512:64
        qdJGyXZJ90dR/ZBScthALXEtMiRrZDDBSvb6JPZ6cghhkBeYyG1VqBUWgFLs9f0a3plx9/5/oYzaShSQqRYxnl9F
        /kBXrPDts82ltOssCV/Ih0YTdNeR0rqeJb3wgIa8DBm42ayNf1W9qjGxZNlwny46M87vSp44ifs0nyAA8C/qyYrZ
        YuJ4weVPH+AkYdcB2Fm908du8LLHo7fL9rpJvhpUQp/yP48atoeA/BY9UMEPXXOcvJlfk/ihDy5ihhuuXP3z4ZQF
        zhWaSg9qACl+sIEwxNsKDGRWNoOt0yz72/NBxN7QO0VxqhqVf3J6O+2MWV8B0ohrre8ddAMgvw0Kgg==

        ed25519 algid:sign:EdDSA:message-Curve25519:SHA512
        I5E7TnW4Q2mcKUUBHn/TCFVKdrBgSr3mA6Sj4o3C0NnNnjqiJWAd9Two1MbE71aKTHvvaLwTjsyBWbbHGVXPDQ==
        """
    )

    /// Ciphertexts of the message.
    static let ciphertexts = answers(
        """
        rsa2048 algid:encrypt:RSA:OAEP:SHA1
        h2VUdtX4Yo0iQNC96lgTnEgunfQ7RKo5WIiPa1PuRquAMW5ZNnT9Mok76cWic6X4EdnwMsBnM7VkU9o+ew3VXj7i
        RANaNnzDHK3/iHjXoolMz6OnPHupWw17JISD8Cb7QlR0781qzwNDRq4iyfLYtQ8nAYKQREj2QOLQEFl2bPK0ga4f
        kuaSEFwrffheJ84vqp6L/sfy8IKrB9nBMPBrUlFpWb+EYeC63yTd81jLWg5SQsF8SgnZWOo1OUQJAIzdx8mlWhx5
        2QoVb4ZYqSsM6r83baW4NoIZo+TBfkSeDfCAW+YFKvkvFRshuoZ+jZhEG4499SV9J02g+y7WIvr3Wg==

        rsa2048 algid:encrypt:RSA:OAEP:SHA256
        f5fNHVCpTULz2junj4XfQo5oCWBCTEmQgwGZ2o42b2DhBoPhAl0YfBmDFvN6ytUMQRrFcn3lgeBQ8lywY5jwUxt1
        QYJl3qFtFVlQR9OezL86R6pKLcrWqETONpPL5otgyOpGSSXudDaNPm6ZHTOvNhr1z7bwQF/bb7Yrw3B9+8juU/V3
        qZkXK+jgVC7+5vUBf2jOV1EHyNSFdjpnXXv0YwO9Y36kbsTdPKOWgTRzvA/MVHBNnH8fFbtlfnneh9vXwan+1UK/
        mB7G3rbN/OswWGJsF8vUo71T4D60KT2HKkA2hu/vpnP9nXIXg/3eLnUguULTsBo0Mqhgc1/9Qd2iyw==

        rsa2048 algid:encrypt:RSA:PKCS1
        RudU/emtyQ2342CeU9yXh50YvZNvlrtt6dfRnEL8n1+j8XSA1cCzYBj00YlTBM4iJ0aNR0nAfwgdQ83o1Mrjl0o6
        cbmhGtdptDQBB0ua+rlU4oRQeeWtOv4UZ/b8HTpqadKCRvu3ZOIjTRuDppsHBhrGq9+bPP1OzqHq9wznB13tZjzx
        leftobeEYPvqsGOnCuxg985LyKjCyHS39gHXZVJm+pS6CkVBXsDGGGM4aOf5MvE2s6h/6AVzwg3MYULlXzCYX4Dw
        co7BcnCI1FUubTWesqAEvuEvPW0xHuLmCiQsH3xc706hjHOGZuK+GOTGZaPIlZnJLTcvollaM40zwA==

        p256 algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM
        BOspsdRl6/6f5VSGtlltDVNiUtJgpYoEGq/floPxjZYhll/4/NZDvifUFEx2JaP/qZW0HlgB1l8ccAQfF3M9f5GQ
        7sQcIi3BRvaVJmNH1GNucXI1Eo4Yvxo0BjRFVMf4qiD7vRg+ipShLuSLe4If88RkwojanPgSkq6yeg==

        p256 algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM
        BIFphbJEsm6rHFdQNZ0+lQ16DqRCGIy5v0DHvvJm7Vqvqn6WeuH/ih6uSy3SXqyuGiYRXnLazdF544bzA2DYiidF
        LJ4+rGoFq0Vn4qznWeBR+yoaf49LcIDT852BxVA7+ErJAN6wMDvL7UZFyeJIetQxgse5U+fYVOiUMg==

        p256 algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV
        BCjsclTRIR9o8nftXue2hJAC7cERUGcT4WIDSKGmU9Z+9UvQEnSr1CPvPVzz5cPx8jf6FB6fJYOGWv0WlQB079FR
        ROgqoEOaohcvOgiZYId5clc5SrOr9iLMDPdVFdWpKy0XyJyvOdqqZdJArr2JI5hx/BeuJrKWLSTNTg==

        p256 algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV
        BHAjcl0ruJBomg//C6oRu3HErOnXTGjIGuggh221hAD8sIc2URz+xI4dproBae0L7Szs6UeOml7BDMJhB9hEczub
        McwubUwHXgJYgdEIswDcuG4P4ECVLbyU7DDCx789Aq9nlgoQNj8mlpfUiCjkXE4phUqeqQhAKXB0Ig==

        p384 algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM
        BIw5GEUs0GU2XxyO7QlvupSOxymxnT2ObGgcUY1avqvd7oK+EBT6aIdkCiVdaZcJeWn7XqPUpD9bf35Hc7Q0ttUT
        GIC5Ginj0lwcaTyUvO4cXUr73uzzHDhyODBW7IAdMPmDHL7QEAdMhyk/uQYFWngFNlRvVbitRLLppiT/pP6Z3h2r
        oVGABdeGy9ePoM7CvDg5lfUNqmlgwBrA

        p384 algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM
        BBBR4woD10SLzjfCF1nRo81VMSava0DQxLOMXlW+Mx5P1y3BwgEkbYeP0iIEtv6qV30jp1WUEmbqXqSunaFeeGo8
        /0UXNFY9Neohue1wfm2Hb5rIsmot9xiI7c70wiAWbKBNSfFj3KPR0IEsYFzrmhkdrMHBzCIg7dWisZ7O6kR2gAEP
        zWhvzGpacgHLjZIaN13d3veCoFpKaaka

        p384 algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV
        BBzvVkCOw3ObZiJRW9Og7P0k6+AcRLLfJUNUP9AyXd95Ve+JY+0suduIdKQlBFmUB2QpD+N/YSGQQjJW0BJ1zmuw
        zy8bdEKPYoSS4be+TbOUdv3Zw9VBKFdkU5xrCKoXOSWEu/xsYm90pl1gryERESt19xM4SLT/D/DFK+ZZqKSu8Btj
        2Dg6reHNKOWcAzjRgfgmdilso97Llk+G

        p384 algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV
        BOA+Hdl+DVxFguJe4kuut5n2NNGtw1toYC0TK0Tb7blSdLd3mhzcOV1rvdAL2ixW1l+be9mjnjxZn4FJi17hmZw0
        +w0gksaop2AOetxEUzG5cIFQlj0uSEQ60Wof1x9PkExADqZA9LSL6gfHTKkAhZB7nhMjKLxFKmks6ypXZ+HTJba8
        5rqJLl9LwYas1rmBy+uhUEujVLeZVNTx

        p521 algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM
        BAFi5o7Dt4v42Gaiqv9ELgyAbx13G909aGD0D/t8w+VW4c7TWZSOCJpMvM0jQlNasylFaBdvuAZ1/5Ywvm4sNkxt
        EwHrx/vspxSg52ZIU6+pTfstGso5VqhjEwnE4iP6FEFXk2nS2ZuozfKwJgQNpBD5eE8hhj1J+b/pAcho9GRYEg7A
        a9YVhlyxKNNZodvdrDpgonddvObzeBk1/nSnW3A/JPd4FeTN0kWcdWFpJFQo0/4/aIgL9ucZga9xT6LL

        p521 algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM
        BAEgi5Pw5aOBDBv0R4MxvcTfm5YK7+6fC8PsGB3k/itmJNGja0VFglldRX7sd0J+awVTJ2q4np2IxipXF8Xevuuu
        XwCS31/tW9+rFQH80zyhYMD0yJ+H7beFmqLV6y8XMT83v2eN/CRPKwPP8Ce58ZVZHW/BEB+ZMr84LeM0YSjyxZl7
        8gTVtaGRh9Sod4oQ3dj2ZVLKH6TINd1iG1BXTLMWOd0LfwGtDjTs/Tn9VpA880A54SgtsW69yr66SfGF

        p521 algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV
        BADB1maPSsX8XepM7IQgLHSBcipQFRT475wEObH+Hr3fIbJNcLCG0oKWKDS64GXgAvUOMOyfzG3K7sGYiauFe5Us
        iQDg3VOAZSsBFlULXPwNJeUZwllU35oeZLSdldcxdB31kCOjnPtRbMkb5+Qs9sqmEDYJT4sOvbPR0+/ksxlP92Hj
        JSbBFIJjgHd0jBxXZcgLk48y2DKQHado6Qs5kncRuFFURfXSiEb9nGZ8qV4KLmj5bqITWaLEli6BKgKW

        p521 algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV
        BAGDjvTPDK4pbL1HZHa3ccWyNggid6bgAosjOg5B18JnTRbSKV4Iy3rUHx05ISm2ds6JSoYkZcGFGMILGjUtPMFt
        XgGtrHppu8E/A2v9uXI3JqsEDp98IgNbz+CIKwn2h1i5dtDGJERmm98JBma62rWnwfWSLiMVNLESV6HwTF8aVUel
        43FmaRn4VEi8SuMJbyUsW7loQhZbZYrlMTpY5G+PQVG3bdaz2CSwpVSHLIsXiX5QBhIOgBAXtKplfzhF

        x25519 algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM
        6CcsAELB5Rt8eyOGP5zbdP1wG82ZND5RAryAOUPrIT8Qihp6DPLBuXQd7MXqDnlZP+iFSwvVFVgdQZhHO1X95STZ
        KCwDCczGl7zu4+3OQfquCjbo3KiVALFLsg==

        x25519 algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM
        JfB+8vcavtB7hBNqMJaJi6wXWP2yH6pglSlVQip3bV3aiZWmPeNDjugXcFc63E/C4O+l8Q01BBZAEMU0pUgTdOdS
        eY4yrC/LhZ/wcJtFNyWoko0yn6cdjkVMlg==

        x25519 algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV
        uN5c3WWrt7VNlMyajcwxAZoq3fBD2v2nt+yjOm/wOgDJ3as5j4sQGCNuwermRFu2KoyxV3E11EdWq5uSCeyFVhKG
        hUjOMfMmtPgFqHSr76qzQQ70h/fbrf/RrA==

        x25519 algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV
        WMmCFkv6mbX7cXbHHx0dHZTpfTuJmKgQ/VlbMW8oUTWg9jVJYucH2SecYvzo2PkyEEMzva6Qq/irUxt5eVMFBoqR
        ABd0GVDF97fDrRHdu5sn+X2w1euw1CPPkA==

        rsa2048 algid:encrypt:RSA:OAEP:SHA1:AESGCM
        itoC6+dY42FWX/P81uakacpbjBCBphPMbLW6np0vHmOw9XKDgLR7QpmQHln5UsIcuVdFzj13c5FoGH45/cvMTdsY
        +mP+PoqoJ9gvsUIbqnbC6rAuUxWRIAWVc7Lhl1Kd9yRZWmBv65CkmLpJ3akGHeep3o8JMxXL9SVDcs/340MnuUQu
        gTL13uZT7w6rt1U7QhM3Nfm6ZoGcgxwVrYTC7JrQ0Y3BAjtlji4XJFdFT2O/2iRQNJotUvrg1SXDK8EaESU+Uk66
        DAHSbHegGBCj6AGm/TvqHD/1462klT7KmcE/NFyeh2lf9LSGRAeVrRdBD9s5NMafbhVnoCkQ+6DUcjn5XIO3LcDv
        DCR+EfKT+w2IAy0Tt+KuLEn7CBtyE74TuxMn0aMbLun6NXjKJtYIEwm4b8OhaFygJ/Gv

        rsa2048 algid:encrypt:RSA:OAEP:SHA256:AESGCM
        kGk/BcxHx0Vtd8dyUKZl1MlzQ9+hU408/3c5qKBOjAGlPl+F1IPWtukqUSoKnXLJ1+ZlCtIKk6t0lsMFpJqFHbDR
        oD6pR1Cs6ABUqQRC9bsUbT0hkTn+ikysUfiHfMGwmOJdr1UWrWVGPuq380j+4Aq7yyu73snBqbjhy3shhlz6rMAX
        h4ZhtjXoAv2dTP/R2irWt2VmdUAUSKbo2d0VcFalTBtlBZzdyyzXz/v25s39TuKXw9KQovaG/KJc4YMLqiKp1D9K
        EN2xFe0l58SKGhhe2vNg5NRiGiEu1q9+BEAHlxRkdQ5kKvwzaN7y1DQ1FjT2yMNqC8F7xVUjn7sBAU83ofhiBMjv
        iN+YeNfnnLiIW4FS/qcWRkMVYD+WIhJ1ve7i8Iwjl/PBQeEb2/+aFaaIRRMjqliZa998
        """
    )

    /// Agreements: the peer's public key, the plain secret, and 50 bytes derived from it by X9.63
    /// with SHA-256 and `shared`.
    static let agreements = answers(
        """
        p256 peer
        BEHWNkYtACRTKSCF4mesSb7PZg6rX6OZoOQeHztT9ORmj2orhKDgZq0pSkOjP85MEfyLRCvBIDMD0d6CuV+wA+A=

        p256 secret
        fcPwS6QgF43g/tPAmRwCBUVvvT5e0unDDW/G2Dv/5nI=

        p256 derived
        gHhApr9MBB2J+nrL4Z5tngQp3PLXrVC7+yoPI+X/49yn7kGYg7jr1R34w8dLWhSTIuo=

        p384 peer
        BAOQA8MP3pDd1rcXTusxI9cwTtk93Vrf8wyIiRm2WHbDfZM00cLYDN1I4iklD8u7yFCITFtu69jK6rtmgYczGHl3
        NEpqEWfsm54jpoap8dojeksphKm0mpjm91okx1UCtA==

        p384 secret
        jUUqLCOAsJ9+oUzGX9dfim2bKyvJmsiN1rW7q+abqwp493RYQP/B69XsURyutkfk

        p384 derived
        VE2gdr0KGMiP8/8/gzTIIqtWR8phXOpcb8B2XpMlJJF0oJjvU1t1JYNGS9LCfKrdEnU=

        p521 peer
        BACEPqY+xa4NMSkde8telNXWt++FZ2OD0HIAZd1TMpRWSqMbBhabhseRcQ26Yay/Xk4e9y5hyOT+HUiEJhDF/7lk
        OgBfh9+kKU5eoX6KFQAnfYwwuSwyL3duZEAMKcd3oK1m280VqMpJ3A2sSxwZeUsn5Tjyw2XtYO2UbkOxn7itxfA4
        zw==

        p521 secret
        AaCdBmMVZqaZiZpCKHz0Jj7yFSQ25a1ulWju7sRzXGkW2JC16h7cnjCRH50VHrhl28A4ihq77Y7jsSu2AmxOfWSd

        p521 derived
        IILfRvzbRnuNCuPvDw95l0W9qqc/FXKAry03NJ7/6LZQ7YH+zJvHynLIS2GQhOVaXU8=

        x25519 peer
        /18xKAUd9D5ejL2Qbz+zcxn5UcfWHWKbPpo29WC98S4=

        x25519 secret
        Xlhx6CVnd3NMLXouO6telvl6nCRm9hMnPAgx8zICwlI=

        x25519 derived
        uAI1ypqyg2BeFXbZciY0DplfHm5N6tBhyUPPqVkM4upKaquOAHxnTrTz433kC5bT6OA=
        """
    )
}
